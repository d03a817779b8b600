"""Opens the orders of reservations at an outlet, with the standard library alone.

SQLite is the queue: each process works on the rows that no other process has leased. The variable MISTAKE adds a mistake. With
STYLE=polls, the service ignores events and reads all orders in turn.
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
FILE = os.path.join(ENV["DATA_FOLDER"], "reservations.db")
MISTAKE = ENV.get("MISTAKE")
POLLS = ENV.get("STYLE") == "polls"
LEASE = 20
FINAL = (400, 403, 404, 409, 410, 413, 422)


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
    """create table if not exists reservations (
        reservationId text primary key, key text, seating text, changes text default '{}', id text, status text default 'waiting',
        channelId text, guestCount integer, total real, read_at real default 0, mark integer default 1, done integer default 0,
        cancel integer default 0, due real default 0, failures integer default 0)"""
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
        if MISTAKE == "drops-failed-changes" and method == "PUT":
            raise Rejected(error.code) from error
        raise


def lease():
    """Takes a row that has work to do, so that no other process works on it."""
    now = time.time()
    rows = sql(
        """update reservations set due = ? where reservationId = (
            select reservationId from reservations
            where due <= ? and (done < mark or cancel = 1 or changes <> '{}') order by due limit 1)
        returning *""",
        now + LEASE,
        now,
    )
    return rows[0] if rows else None


def keep(reservation_id, order, read_at):
    if not isinstance(order.get("status"), str) or not isinstance(order.get("id"), str):
        raise ValueError("unexpected response")
    if MISTAKE == "keeps-its-own-table":
        order = {**order, "channelId": None}
    if MISTAKE == "ignores-totals":
        order = {**order, "total": 0}
    sql(
        """update reservations set id = ?, status = ?, channelId = coalesce(?, channelId), guestCount = ?, total = ?, read_at = ?
        where reservationId = ? and read_at <= ?""",
        order["id"], order["status"], order.get("channelId"), order.get("guestCount"), order.get("total"), read_at,
        reservation_id, read_at,
    )


def new_order(reservation_id, seating):
    order = {
        "channelId": seating["channelId"],
        "guestCount": seating["guestCount"],
        "partnerReservationInfo": {"partnerName": "bookable", "reservationId": reservation_id, **(seating.get("guest") or {})},
    }
    deposit = seating.get("deposit")
    if deposit and MISTAKE != "sends-no-deposit":
        payment = {"offlineMethod": "card", "externalId": "deposit-" + reservation_id, **deposit}
        order["payments"] = [payment, payment] if MISTAKE == "sends-deposits-twice" else [payment]
    return order


def update_of(row, changes):
    """Only the fields that change."""
    update = {field: changes[field] for field in ("channelId", "guestCount") if field in changes}
    if changes.get("guest"):
        update["partnerReservationInfo"] = changes["guest"]
    if MISTAKE == "sends-all-fields":
        return {"channelId": row["channelId"], "guestCount": row["guestCount"], **update}
    if MISTAKE == "renames-reservations":
        update["partnerReservationInfo"] = {"reservationId": row["reservationId"] + "-new"}
    return update


def open_order(row):
    reservation_id = row["reservationId"]
    key = str(uuid.uuid4()) if MISTAKE == "new-key-for-each-attempt" else row["key"]
    order = new_order(reservation_id, json.loads(row["seating"]))
    order_id = call("POST", "/orders/reservations", order, {"Idempotency-Key": key})["id"]
    if MISTAKE == "posts-a-copy":
        call("POST", "/orders/reservations", new_order(reservation_id + "-2", json.loads(row["seating"])))
    sql("update reservations set id = ? where reservationId = ?", order_id, reservation_id)
    return order_id


def step(row):
    """Does all that is left to do for a reservation."""
    reservation_id, order_id = row["reservationId"], row["id"]
    if not order_id:
        try:
            order_id = open_order(row)
        except Rejected as error:
            if error.args[0] == 409:
                raise
            sql(
                "update reservations set status = 'rejected', done = mark, cancel = 0, changes = '{}' where reservationId = ?",
                reservation_id,
            )
            return
    update = update_of(row, json.loads(row["changes"]))
    if row["cancel"]:
        update = {"status": "cancelled"}
        if MISTAKE == "cancels-with-a-count":
            update["guestCount"] = 1
    if row["cancel"] or row["changes"] != "{}":
        try:
            call("PUT", "/orders/reservations/" + order_id, update)
        except Rejected as error:
            print(reservation_id, "was not changed:", error, flush=True)
        # A newer change stays.
        sql(
            "update reservations set changes = '{}', cancel = 0 where reservationId = ? and changes = ? and cancel = ?",
            reservation_id, row["changes"], row["cancel"],
        )
    read_at = time.time()
    keep(reservation_id, call("GET", "/orders/" + order_id), read_at)
    sql("update reservations set done = ?, failures = 0, due = 0 where reservationId = ?", row["mark"], reservation_id)


def work():
    while True:
        row = lease()
        if not row:
            time.sleep(0.05)
            continue
        try:
            step(row)
        except Exception as error:
            print(row["reservationId"], "failed:", type(error).__name__, error, file=sys.stderr, flush=True)
            pause = min(2 ** row["failures"], 8) * (0.5 + random.random() / 2)
            sql(
                "update reservations set failures = failures + 1, due = ? where reservationId = ?",
                time.time() + pause, row["reservationId"],
            )


def poll():
    """Reads all orders in turn, also those that have ended."""
    while True:
        for row in sql("select reservationId from reservations where id is not null order by rowid desc"):
            sql("update reservations set mark = mark + 1 where reservationId = ?", row["reservationId"])
            time.sleep(0.3)
        time.sleep(0.1)


def read_strays():
    """An event can arrive before the response that has the ID of its order."""
    while True:
        for row in sql("select id from strays"):
            try:
                read_at = time.time()
                order = call("GET", "/orders/" + row["id"])
                keep((order.get("partnerReservationInfo") or {}).get("reservationId"), order, read_at)
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
        columns = "reservationId, id, status, channelId, guestCount, total"
        rows = sql(f"select {columns} from reservations") if self.path == "/reservations" else []
        self.reply(200, [dict(row) for row in rows])

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        parts = self.path.strip("/").split("/")
        if parts[0] == "webhooks":
            return self.receive(parts[-1] if len(parts) > 1 else "", body)
        if MISTAKE == "logs-guests":
            print(json.dumps(body), flush=True)
        if parts == ["reservations"]:
            sql(
                """insert into reservations (reservationId, key, seating, channelId, guestCount) values (?, ?, ?, ?, ?)
                on conflict do nothing""",
                body["reservationId"], str(uuid.uuid4()), json.dumps(body), body["channelId"], body["guestCount"],
            )
            return self.reply(202)
        if parts[2] == "cancel":
            rows = sql("update reservations set cancel = 1 where reservationId = ? returning 1", parts[1])
            return self.reply(404 if not rows else 200 if MISTAKE == "confirms-at-once" else 202)
        changes = {field: body[field] for field in ("channelId", "guestCount", "guest") if field in body}
        rows = sql(
            "update reservations set changes = json_patch(changes, ?) where reservationId = ? returning 1",
            json.dumps(changes), parts[1],
        )
        return self.reply(202 if rows else 404)

    def receive(self, secret, event):
        if MISTAKE != "checks-no-secret" and not hmac.compare_digest(secret.encode(), ENV["WEBHOOK_SECRET"].encode()):
            return self.reply(401)
        order_id = event.get("id")
        if not isinstance(order_id, str) or POLLS:
            return self.reply(200)
        if MISTAKE == "ignores-moved-guests" and event.get("event") in ("order.channelUpdated", "order.guestCountUpdated"):
            return self.reply(200)
        if MISTAKE == "reads-only-new-statuses" and event.get("event") != "order.statusUpdated":
            return self.reply(200)
        if not sql("update reservations set mark = mark + 1 where id = ? returning 1", order_id):
            sql("insert into strays values (?) on conflict do nothing", order_id)
        return self.reply(200)


# Another process can have been killed with a lease, and events can have been lost.
if MISTAKE != "never-sweeps":
    sql("update reservations set due = 0, mark = mark + 1 where status <> 'rejected' and due < ?", time.time() + LEASE)
threading.Thread(target=work, daemon=True).start()
threading.Thread(target=read_strays, daemon=True).start()
if POLLS:
    threading.Thread(target=poll, daemon=True).start()
ThreadingHTTPServer(("127.0.0.1", int(ENV["PORT"])), Handler).serve_forever()
