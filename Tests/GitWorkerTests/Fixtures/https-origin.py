"""Serves the repositories of a folder over https on the loopback interface, and plays hosts that do not.

usage: https-origin.py FOLDER PEM [PORT]; prints its port and the path of every request.
"""
import http.server
import os
import ssl
import subprocess
import sys
import time

folder, pem, *port = sys.argv[1:]
backend = subprocess.run(["git", "--exec-path"], capture_output=True, text=True).stdout.strip() + "/git-http-backend"
statuses = {"private": 401, "forbidden": 403, "gone": 404, "impatient": 429, "failing": 503}


seen = set()


class Origin(http.server.BaseHTTPRequestHandler):
    def answer(self):
        print(self.path, self.headers.get("Authorization") or "", flush=True)
        kind, rest = self.path[1:].split("/", 1)
        port = self.server.server_port
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if kind == "api":
            week = '{"days":[1,0,2,0,0,0,4],"total":7,"week":%d}'
            weeks = ",".join(week % (1709424000 + 604800 * number) for number in range(52))
            return self.reply(200, [("ETag", '"1"')], f"[{weeks}]".encode())
        if kind == "busy" and kind not in seen:
            seen.add(kind)
            return self.reply(429, [])
        if kind in statuses:
            return self.reply(statuses[kind], [("WWW-Authenticate", "Basic realm=x")])
        targets = {
            "renamed": f"https://localhost:{port}/whole/",
            "away": f"https://127.0.0.1:{port}/whole/",
            "plain": f"http://localhost:{port}/whole/",
            "file": "file:///etc/",
            "circle": f"https://localhost:{port}/circle/",
        }
        if kind in targets:
            return self.reply(301, [("Location", targets[kind] + rest)])
        if kind == "silent":
            return self.close()
        status, headers, content = self.git("/" + rest, body)
        if kind == "cut" and rest.endswith("git-upload-pack") and b"packfile" in content:
            content = content[: len(content) // 2]
        self.reply(status, headers, content, 1 if kind == "slow" else 0)

    do_GET = do_POST = answer

    def git(self, path, body):
        path, _, query = path.partition("?")
        environment = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": folder, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command, "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        answer = subprocess.run([backend], input=body, capture_output=True, env=environment).stdout
        head, _, content = answer.partition(b"\r\n\r\n")
        headers = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n")]
        status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
        return status, [header for header in headers if header[0] != "Status"], content

    def reply(self, status, headers, content=b"", pause=0):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if pause:
            for byte in content:
                self.wfile.write(bytes([byte]))
                time.sleep(pause)
        else:
            self.wfile.write(content)

    def close(self):
        self.close_connection = True

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port[0]) if port else 0), Origin)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(pem)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
