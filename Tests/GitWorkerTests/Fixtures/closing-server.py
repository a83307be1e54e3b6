"""Accepts connections on the loopback interface, reads what comes first, and hangs up; prints its port."""
import socket

with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        with connection:
            connection.recv(100)
