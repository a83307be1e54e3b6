"""A proxy on the loopback interface that makes tunnels, and prints its port and then all that it is told in clear.

usage: connect-proxy.py [NAME:PASSWORD]; with them it lets through who gives them.
"""
import base64
import selectors
import socket
import socketserver
import sys

expected = base64.b64encode(sys.argv[1].encode()).decode() if len(sys.argv) > 1 else None


class Tunnel(socketserver.StreamRequestHandler):
    timeout = 30

    def handle(self):
        while True:
            head = b""
            while not head.endswith(b"\r\n\r\n") and len(head) < 1 << 16:
                line = self.rfile.readline(1 << 16)
                if not line:
                    return
                head += line
            text = head.decode("latin-1")
            print(text.strip().replace("\r\n", " | "), flush=True)
            if not text.startswith("CONNECT "):
                self.wfile.write(b"HTTP/1.1 501 Only tunnels\r\nContent-Length: 0\r\n\r\n")
                return
            if expected is None or f"Proxy-Authorization: Basic {expected}" in text:
                break
            self.wfile.write(
                b"HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n"
            )
        host, port = text.split()[1].rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=30) as other:
            self.wfile.write(b"HTTP/1.1 200 Tunnel\r\nX-RateLimit-Remaining: 0\r\n\r\n")
            with selectors.DefaultSelector() as ready:
                ready.register(self.connection, selectors.EVENT_READ, other)
                ready.register(other, selectors.EVENT_READ, self.connection)
                while True:
                    for key, _ in ready.select(30) or [(None, None)]:
                        data = key and key.fileobj.recv(1 << 16)
                        if not data:
                            return
                        key.data.sendall(data)


class Proxy(socketserver.ThreadingTCPServer):
    daemon_threads = True


with Proxy(("127.0.0.1", 0), Tunnel) as proxy:
    print(proxy.server_address[1], flush=True)
    proxy.serve_forever()
