"""Plays the live sources of market data over TLS on the loopback interface, in good and bad hours.

usage: market-server.py PEM SAMPLES; prints its port, then of every request its path and the lines that may hold a key.

The first part of a path says what becomes of it, as `hour=429-after.2,coins=600`; what follows is the source's own path.
"""
import gzip
import http.server
import json
import os
import ssl
import struct
import sys
import threading
import time
import urllib.parse
import zlib

pem, samples = sys.argv[1:]
KEYS = ("authorization", "x-cg-demo-api-key", "x-cg-pro-api-key", "x-cmc_pro_api_key")
lock, seen = threading.Lock(), {}


def coin(number):
    return {"id": f"coin-{number:06}", "symbol": f"c{number}", "name": f"Coin {number}", "rank": number}


def value(number):
    return {"price": number + 0.25, "cap": 1e12 / number, "volume": 1e6 + number, "supply": 1e12 / number / (number + 0.25)}


UPDATED = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
OLD = "2020-01-02T03:04:05.000Z"


def gecko(number):
    it = value(number)
    return {**{k: coin(number)[k] for k in ("id", "symbol", "name")}, "image": "https://images.example/x.png",
            "current_price": it["price"], "market_cap": it["cap"], "market_cap_rank": number, "total_volume": it["volume"],
            "high_24h": it["price"], "low_24h": it["price"], "circulating_supply": it["supply"], "total_supply": None,
            "max_supply": None, "ath": it["price"], "ath_date": OLD, "roi": None,
            "last_updated": OLD if number % 100 == 0 else UPDATED}


def paprika(number, codes):
    it = value(number)
    quote = {"price": it["price"], "volume_24h": it["volume"], "market_cap": it["cap"], "percent_change_24h": 1.5}
    return {**coin(number), "total_supply": 1000, "max_supply": 0, "last_updated": UPDATED,
            "quotes": {code: quote for code in codes}}


def market_cap(number, codes):
    it = value(number)
    quote = {"price": it["price"], "volume_24h": it["volume"], "market_cap": it["cap"], "last_updated": UPDATED}
    return {**coin(number), "id": number, "slug": f"coin-{number}", "circulating_supply": it["supply"],
            "last_updated": UPDATED, "quote": [{"symbol": code, **quote} for code in codes]}


def compare(number):
    it = value(number)
    raw = {"PRICE": it["price"], "MKTCAP": it["cap"], "TOTALVOLUME24HTO": it["volume"], "LASTUPDATE": int(time.time()),
           "CIRCULATINGSUPPLY": it["supply"], "FROMSYMBOL": f"C{number}", "TOSYMBOL": "USD"}
    row = {"CoinInfo": {"Id": str(number), "Name": f"C{number}", "FullName": f"Coin {number}"}}
    return row if number % 97 == 0 else {**row, "RAW": {"USD": raw}}


def image(name):
    """An image of as many pixels as its name says, such as `png-32x24`, or something else in place of one."""
    form, _, size = name.partition("-")
    wide, high = [int(number) for number in size.split("x")] if "x" in size else (0, 0)
    if form == "png":
        rows = zlib.compress((b"\0" + b"\xd0\x60\x20" * wide) * high)
        parts = [(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, high, wide, 3) + bytes(9)
    lossless = struct.pack("<I", wide - 1 | high - 1 << 14) if wide else b""
    return {"jpeg": b"\xff\xd8\xff\xe0" + struct.pack(">H", 16) + bytes(14) + b"\xff\xff" + frame,
            "webp": b"RIFF" + struct.pack("<I", 30) + b"WEBPVP8L" + struct.pack("<I", 18) + b"\x2f" + lossless + bytes(13),
            "svg": b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
            "text": b"<!doctype html>no image", "large": b"\x89PNG\r\n\x1a\n" + bytes(300 << 10)}.get(form, b"")


class Market(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        keys = " ".join(f"{name}:{self.headers[name]}" for name in KEYS if self.headers[name])
        print(self.path, keys, flush=True)
        split = urllib.parse.urlsplit(self.path)
        _, script, path = split.path.split("/", 2)
        self.script = dict((part.split("=") + [""])[:2] for part in script.split(","))
        self.query = dict(urllib.parse.parse_qsl(split.query))
        with lock:
            count = seen[self.path] = seen.get(self.path, 0) + 1
            self.served = seen[script] = seen.get(script, 0) + 1
        start = self.query.get("start", "1")
        time.sleep(int(self.script.get("pause", 0)) / 1000)
        page = int(self.query.get("page") or (int(start) - 1) // 5000 + 1 if start.isdigit() else 1)
        if "top/mktcapfull" in path:
            page += 1
        if "at" not in self.script or int(self.script["at"]) == page:
            if "for" not in self.script or count <= int(self.script["for"]):
                if self.trouble(self.script.get("hour", ""), path, page):
                    return
        self.answer(path, page)

    def trouble(self, hour, path, page):
        kind, _, more = hour.partition(".")
        if kind == "":
            return False
        elif kind == "status":
            self.reply(int(more), b"<html>no</html>")
        elif kind == "429-after":
            self.reply(429, b'{"status":{"error_code":429,"error_message":"slow down"}}', [("Retry-After", more)])
        elif kind == "sample":
            status, _, name = more.partition(".")
            with open(os.path.join(samples, name), "rb") as file:
                self.reply(int(status), file.read())
        elif kind == "short":
            self.answer(path, page, rows=int(more))
        elif kind == "repeat":
            self.answer(path, page - 1)
        elif kind == "drift":
            return False
        elif kind == "cut":
            self.reply(200, b"[" + b"1," * 1000, cut=int(more))
        elif kind == "body":
            self.reply(200, bytes.fromhex(more))
        elif kind == "slow":
            self.reply(200, b"[" * 1000, pause=1)
        elif kind == "endless":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b" " * 65536)
        elif kind == "bomb":
            self.bomb()
        elif kind == "away":
            self.reply(302, b"", [("Location", f"https://localhost:{more}{self.path}")])
        elif kind == "echo":
            keys = [self.headers[name] for name in KEYS if self.headers[name]]
            self.reply(400, json.dumps({"error": "you said " + keys[0], "coded": keys}).encode())
        elif kind == "hang":
            time.sleep(3600)
        return True

    def bomb(self):
        zeros = gzip.compress(bytes(10 << 20))
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for _ in range(1000):
            self.wfile.write(zeros)
        self.close_connection = True

    def page(self, page, size, total, rows):
        numbers = list(range(1, total + 1))
        if self.script.get("hour", "").startswith("drift"):
            # After so many pages a coin at the front is gone, or a new one is there.
            kind, after = self.script["hour"].split(".")[1:]
            if self.served > int(after):
                numbers = numbers[1:] if kind == "gone" else [total + 1] + numbers
        found = numbers[(page - 1) * size:page * size]
        return found[:rows] if rows is not None else found, len(numbers)

    def answer(self, path, page, rows=None):
        total = int(self.script.get("coins", 600))
        hides = "untold" in self.script
        if path.endswith("/coins/markets"):
            found, count = self.page(page, 250, total, rows)
            self.reply(200, json.dumps([gecko(n) for n in found]).encode(), [] if hides else [("Total", str(count))])
        elif path.endswith("/tickers"):
            codes = self.query["quotes"].split(",")
            self.reply(200, json.dumps([paprika(n, codes) for n in range(1, total + 1)]).encode())
        elif path.endswith("/listings/latest"):
            found, count = self.page(page, 5000, total, rows)
            status = {"timestamp": UPDATED, "error_code": "0", "error_message": "SUCCESS"}
            status.update({} if hides else {"total_count": str(count)})
            codes = self.query["convert"].split(",")
            self.reply(200, json.dumps({"status": status, "data": [market_cap(n, codes) for n in found]}).encode())
        elif path.endswith("/top/mktcapfull"):
            found, count = self.page(page, 100, total, rows)
            head = {"Message": "Success", "Type": 100, "MetaData": {} if hides else {"Count": count}}
            self.reply(200, json.dumps({**head, "Data": [compare(n) for n in found]}).encode())
        else:
            self.other(path)

    def other(self, path):
        today = int(time.time()) // 86400 * 86400
        if path.endswith("/coins/list"):
            numbers = range(1, int(self.script.get("coins", 600)) + 1)
            self.reply(200, json.dumps([{k: coin(n)[k] for k in ("id", "symbol", "name")} for n in numbers]).encode())
        elif path.endswith("/cryptocurrency/map"):
            first, size = int(self.query["start"]), int(self.query["limit"])
            ids = list(range(1, int(self.script.get("coins", 600)) + 1))
            data = [{"id": n, "rank": n, "name": f"Coin {n}", "symbol": f"C{n}", "slug": f"coin-{n}", "is_active": n % 3 - 1,
                     "first_historical_data": "2020-01-01T00:00:00.000Z", "last_historical_data": "2024-01-01T00:00:00.000Z",
                     "platform": {"id": 1027, "slug": "ethereum", "token_address": f"0x{n:040x}"} if n % 2 else None}
                    for n in ids[first - 1:first - 1 + size]]
            status = {"timestamp": UPDATED, "error_code": 0, "error_message": None, "total_count": len(ids)}
            self.reply(200, json.dumps({"status": status, "data": data}).encode())
        elif path.endswith("/coins"):
            self.reply(200, json.dumps([{**coin(n), "is_active": True, "type": "coin"} for n in range(1, 4)]).encode())
        elif path.endswith("/market_chart"):
            days = range(int(self.query["days"]), -1, -1)
            changed = self.served if "revised" in self.script else 0
            rows = [[(today - 86400 * n) * 1000, n + 1.5 + (changed if n == 0 else 0)] for n in days]
            self.reply(200, json.dumps({"prices": rows, "market_caps": rows, "total_volumes": rows}).encode())
        elif path.endswith("/range"):
            times = range(int(self.query["from"]), min(int(self.query["to"]), int(time.time())), 3600)
            rows = [[n * 1000 + 7, n % 1000 + 1.5] for n in times]
            self.reply(200, json.dumps({"prices": rows, "market_caps": rows, "total_volumes": rows}).encode())
        elif path.endswith("/historical"):
            start = time.strftime("%Y-%m-%d", time.gmtime(today - 99 * 86400))
            if self.query["start"] < start:
                said = f"Getting historical data before {start} 03:59:32.385856048 +0000 UTC is not allowed in this plan"
                return self.reply(402, json.dumps({"error": said}).encode())
            rows = [{"timestamp": f"{self.query['start']}T00:00:00Z", "price": 2.5, "volume_24h": 1, "market_cap": 5}]
            self.reply(200, json.dumps(rows).encode())
        elif path.endswith("/histoday") or path.endswith("/histohour"):
            end, limit = int(self.query["toTs"]) // 86400 * 86400, int(self.query["limit"])
            born = today - 2500 * 86400
            rows = [{"time": t, "open": p, "high": p, "low": p, "close": p, "volumefrom": p, "volumeto": p}
                    for t in range(end - limit * 86400, end + 1, 86400) for p in [1.5 if t >= born else 0]]
            self.reply(200, json.dumps({"Response": "Success", "Type": 100, "Data": {"Data": rows}}).encode())
        elif "/coins/cut-" in path:
            body = b'{"id":"a","symbol":"A","name":"Aa","is_active":true,"links":{}}'
            self.reply(200, body, cut=int(path.rpartition("-")[2]))
        elif "images/" in path:
            found = image(path.rpartition("/")[2])
            self.reply(200 if found else 404, found)
        elif path.endswith("/exchange_rates"):
            self.reply(200, b'{"rates":{"usd":{"unit":"$","value":60000},"eur":{"unit":"E","value":50000}}}')
        elif path.endswith("/global"):
            self.reply(200, b'{"data":{"active_cryptocurrencies":1,"total_market_cap":{"usd":1e12}}}')
        elif path.endswith("/protocols"):
            locked = {"id": "1", "name": "One", "gecko_id": "coin-000001", "category": "Dexes", "tvl": 500.5, "chainTvls": {}}
            self.reply(200, json.dumps([locked]).encode())
        elif path.endswith("/v2/chains"):
            chain = {"name": "Two", "gecko_id": "coin-000002", "tokenSymbol": "C2", "tvl": 70}
            self.reply(200, json.dumps([chain]).encode())
        elif path.endswith("/overview/fees") and self.query["dataType"] != self.script.get("without"):
            paid = 30 if self.query["dataType"] == "dailyFees" else 0
            row = {"defillamaId": "1", "name": "One", "protocolType": "protocol", "total30d": paid, "latestFetchIsOk": True}
            self.reply(200, json.dumps({"protocols": [row]}).encode())
        elif "/coins/" in path and "coingecko" in path:
            with open(os.path.join(samples, "coin_detail.json"), "rb") as file:
                self.reply(200, file.read())
        else:
            self.reply(404, b'{"error":"coin not found"}')

    def reply(self, status, body, headers=(), cut=None, pause=0):
        # The name of one coin, such as `broken=150.5c7564383030`, has these bytes behind it.
        number, _, more = self.script.get("broken", "").partition(".")
        if more:
            body = body.replace(f'"Coin {number}"'.encode(), f'"Coin {number}'.encode() + bytes.fromhex(more) + b'"')
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        zipped = "gzip" in self.headers.get("Accept-Encoding", "") and len(body) > 2000 and cut is None and not pause
        if zipped:
            body = gzip.compress(body, 1)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if pause:
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(pause)
        self.wfile.write(body if cut is None else body[:cut])
        if cut is not None:
            self.close_connection = True

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *words):
        pass


server = Server(("127.0.0.1", 0), Market)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(pem)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
