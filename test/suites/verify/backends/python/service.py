"""Forwards orders of a platform to an outlet, with the standard library alone.

SQLite is the queue: each process works on the rows that no other process has leased. The variable MISTAKE adds a mistake.
"""
import hmac
import json
import os
import random
import sqlite3
import sys
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ENV = os.environ
FILE = os.path.join(ENV["DATA_FOLDER"], "orders.db")
MISTAKE = ENV.get("MISTAKE")
LEASE = 20
FINAL = (400, 404, 409, 410, 413, 422)


def sql(statement, *values):
    """Runs one statement in a transaction of its own, and returns its rows."""
    db = sqlite3.connect(FILE, timeout=30, isolation_level=None)
    db.row_factory = sqlite3.Row
    try:
        return db.execute(statement, values).fetchall()
    finally:
        db.close()


sql("pragma journal_mode = wal")
sql(
    """create table if not exists orders (
        reference text primary key, key text, items text, id text, status text default 'waiting', read_at real default 0,
        mark integer default 1, done integer default 0, cancel integer default 0, due real default 0, failures integer default 0)"""
)
sql("create table if not exists strays (id text primary key)")


class Rejected(Exception):
    pass


def call(method, path, body=None, headers=None):
    """Sends a request. Raises Rejected if a repeat would be rejected again."""
    time.sleep(0.22)
    request = Request(
        ENV["OUTLET_BASE_URL"] + "/api/v1" + path,
        method=method,
        data=json.dumps(body).encode() if body is not None else None,
        headers={
            "Authorization": "Bearer " + ENV["OUTLET_ACCESS_TOKEN"],
            "Content-Type": "application/json",
            **(headers or {}),
        },
    )
    try:
        with urlopen(request, timeout=10) as response:
            return json.load(response)
    except HTTPError as error:
        if error.code in FINAL:
            raise Rejected(error.code) from error
        raise


def lease():
    """Takes a row that has work to do, so that no other process works on it."""
    now = time.time()
    if MISTAKE == "has-no-lease":
        rows = sql("select * from orders where done < mark or cancel = 1 order by reference limit 1")
        return rows[0] if rows else None
    rows = sql(
        """update orders set due = ? where reference = (
            select reference from orders where due <= ? and (done < mark or cancel = 1) order by due limit 1)
        returning *""",
        now + LEASE,
        now,
    )
    return rows[0] if rows else None


def keep(reference, order, read_at):
    if not isinstance(order.get("status"), str) or not isinstance(order.get("id"), str):
        raise ValueError("unexpected response")
    sql(
        "update orders set id = ?, status = ?, read_at = ? where reference = ? and read_at <= ?",
        order["id"], order["status"], read_at, reference, read_at,
    )


def step(row):
    """Does all that is left to do for an order."""
    reference, order_id = row["reference"], row["id"]
    if not order_id:
        body = {
            "channelId": ENV["CHANNEL_ID"],
            "partnerInfo": {"partnerChannel": ENV["PARTNER_CHANNEL"], "orderId": reference},
            "items": json.loads(row["items"]),
        }
        key = str(uuid.uuid4()) if MISTAKE == "has-no-lease" else row["key"]
        try:
            order_id = call("POST", "/orders", body, {"Idempotency-Key": key})["id"]
        except Rejected as error:
            if error.args[0] == 409:
                raise
            sql("update orders set status = 'rejected', done = mark, cancel = 0 where reference = ?", reference)
            return
        sql("update orders set id = ? where reference = ?", order_id, reference)
    if row["cancel"]:
        try:
            call("PUT", "/orders/" + order_id, {"status": "cancelled"})
        except Rejected:
            print(reference, "was not cancelled", flush=True)
        sql("update orders set cancel = 0 where reference = ?", reference)
    read_at = time.time()
    keep(reference, call("GET", "/orders/" + order_id), read_at)
    sql("update orders set done = ?, failures = 0, due = 0 where reference = ?", row["mark"], reference)


def work():
    while True:
        row = lease()
        if not row:
            time.sleep(0.05)
            continue
        try:
            step(row)
        except Exception as error:
            print(row["reference"], "failed:", type(error).__name__, error, file=sys.stderr, flush=True)
            pause = min(2 ** row["failures"], 8) * (0.5 + random.random() / 2)
            sql(
                "update orders set failures = failures + 1, due = ? where reference = ?",
                time.time() + pause, row["reference"],
            )


def read_strays():
    """An event can arrive before the response that has the ID of its order."""
    while True:
        for row in sql("select id from strays"):
            try:
                read_at = time.time()
                order = call("GET", "/orders/" + row["id"])
                keep((order.get("partnerInfo") or {}).get("orderId"), order, read_at)
            except Rejected:
                pass
            except Exception as error:
                print("stray", row["id"], "failed:", type(error).__name__, file=sys.stderr, flush=True)
                time.sleep(1)
                continue
            sql("delete from strays where id = ?", row["id"])
        time.sleep(0.1)


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def reply(self, status, value=None):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        rows = sql("select reference, id, status from orders") if self.path == "/orders" else []
        self.reply(200, [dict(row) for row in rows])

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        parts = self.path.strip("/").split("/")
        if parts[0] == "webhooks":
            return self.receive(parts[-1] if len(parts) > 1 else "", body)
        if parts == ["orders"]:
            sql(
                "insert into orders (reference, key, items) values (?, ?, ?) on conflict do nothing",
                body["reference"], str(uuid.uuid4()), json.dumps(body["items"]),
            )
            return self.reply(202)
        rows = sql("update orders set cancel = 1 where reference = ? returning status", parts[1])
        return self.reply(202 if rows else 404)

    def receive(self, secret, event):
        if not hmac.compare_digest(secret.encode(), ENV["WEBHOOK_SECRET"].encode()):
            return self.reply(401)
        order_id = event.get("id")
        if not isinstance(order_id, str):
            return self.reply(200)
        if not sql("update orders set mark = mark + 1 where id = ? returning reference", order_id):
            sql("insert into strays values (?) on conflict do nothing", order_id)
        return self.reply(200)


# Another process can have been killed with a lease, and events can have been lost. Orders that have ended change no more.
sql(
    "update orders set due = 0, mark = mark + 1 where status not in ('rejected', 'complete', 'cancelled') and due < ?",
    time.time() + LEASE,
)
threading.Thread(target=work, daemon=True).start()
threading.Thread(target=read_strays, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(ENV["PORT"])), Handler).serve_forever()
