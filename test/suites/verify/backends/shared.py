"""What the services in Python share, with the standard library alone: a queue in SQLite, requests to the API, and a server.

Each process works on the rows that no other process has leased. A table of work has the columns due, failures, mark and done.
"""
import hmac
import json
import os
import random
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ENV = os.environ
MISTAKE = ENV.get("MISTAKE")
LEASE = 20
FINAL = (400, 403, 404, 409, 410, 413, 422)


def sql(statement, *values):
    """Runs one statement in a transaction of its own, and returns its rows."""
    db = sqlite3.connect(os.path.join(ENV["DATA_FOLDER"], "service.db"), timeout=30, isolation_level=None)
    db.row_factory = sqlite3.Row
    try:
        return db.execute(statement, values).fetchall()
    finally:
        db.close()


sql("pragma journal_mode = wal")


class Rejected(Exception):
    pass


def call(token, method, path, body=None, headers=None):
    """Sends a request. Raises Rejected if a repeat would be rejected again."""
    time.sleep(0.22)
    request = Request(
        ENV["OUTLET_BASE_URL"] + "/api/v1" + path,
        method=method,
        data=json.dumps(body).encode() if body is not None else None,
        headers={"Authorization": "Bearer " + token, "Content-Type": "application/json", **(headers or {})},
    )
    try:
        with urlopen(request, timeout=10) as response:
            return json.load(response)
    except HTTPError as error:
        if error.code in FINAL:
            raise Rejected(error.code) from error
        raise


def check(order):
    if not isinstance(order.get("status"), str) or not isinstance(order.get("id"), str):
        raise ValueError("unexpected response")


def work(table, name, lease, step):
    """Does the work of a table. A row that fails waits longer each time. `name` is the column that names a row."""
    while True:
        row = lease()
        if not row:
            time.sleep(0.05)
            continue
        try:
            step(row)
        except Exception as error:
            print(row[name], "failed:", type(error).__name__, error, file=sys.stderr, flush=True)
            pause = min(2 ** row["failures"], 8) * (0.5 + random.random() / 2)
            sql(
                f"update {table} set failures = failures + 1, due = ? where rowid = ?",
                time.time() + pause, row["rowid"],
            )


def read_strays(read):
    """An event can arrive before the response that has the ID of its order."""
    while True:
        for row in sql("select rowid, * from strays"):
            try:
                read(row, time.time())
            except Rejected:
                pass
            except Exception as error:
                print("stray", row["id"], "failed:", type(error).__name__, file=sys.stderr, flush=True)
                time.sleep(1)
                continue
            sql("delete from strays where rowid = ?", row["rowid"])
        time.sleep(0.1)


class JsonHandler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def reply(self, status, value=None):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def read_body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")


def is_secret(text):
    return hmac.compare_digest(text.encode(), ENV["WEBHOOK_SECRET"].encode())


def run(function, *arguments):
    """Runs a function in a thread that ends with the process."""
    threading.Thread(target=function, args=arguments, daemon=True).start()


def serve(handler):
    ThreadingHTTPServer(("127.0.0.1", int(ENV["PORT"])), handler).serve_forever()
