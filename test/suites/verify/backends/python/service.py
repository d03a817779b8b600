"""Forwards orders of a platform to an outlet, with the standard library alone. The variable MISTAKE adds a mistake.
"""
import json
import sys
import time
import uuid

sys.path.append("..")
from shared import ENV, LEASE, MISTAKE, JsonHandler, Rejected, call, check, is_secret, read_strays, run, serve, sql, work  # noqa: E402

TOKEN = ENV["OUTLET_ACCESS_TOKEN"]

sql(
    """create table if not exists orders (
        reference text primary key, key text, items text, id text, status text default 'waiting', read_at real default 0,
        mark integer default 1, done integer default 0, cancel integer default 0, due real default 0, failures integer default 0)"""
)
sql("create table if not exists strays (id text primary key)")


def lease():
    """Takes a row that has work to do, so that no other process works on it."""
    now = time.time()
    if MISTAKE == "has-no-lease":
        rows = sql("select rowid, * from orders where done < mark or cancel = 1 order by reference limit 1")
        return rows[0] if rows else None
    rows = sql(
        """update orders set due = ? where reference = (
            select reference from orders where due <= ? and (done < mark or cancel = 1) order by due limit 1)
        returning rowid, *""",
        now + LEASE,
        now,
    )
    return rows[0] if rows else None


def keep(reference, order, read_at):
    check(order)
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
            order_id = call(TOKEN, "POST", "/orders", body, {"Idempotency-Key": key})["id"]
        except Rejected as error:
            if error.args[0] == 409:
                raise
            sql("update orders set status = 'rejected', done = mark, cancel = 0 where reference = ?", reference)
            return
        sql("update orders set id = ? where reference = ?", order_id, reference)
    if row["cancel"]:
        try:
            call(TOKEN, "PUT", "/orders/" + order_id, {"status": "cancelled"})
        except Rejected:
            print(reference, "was not cancelled", flush=True)
        sql("update orders set cancel = 0 where reference = ?", reference)
    read_at = time.time()
    keep(reference, call(TOKEN, "GET", "/orders/" + order_id), read_at)
    sql("update orders set done = ?, failures = 0, due = 0 where reference = ?", row["mark"], reference)


def read_stray(row, read_at):
    order = call(TOKEN, "GET", "/orders/" + row["id"])
    keep((order.get("partnerInfo") or {}).get("orderId"), order, read_at)


class Handler(JsonHandler):
    def do_GET(self):
        rows = sql("select reference, id, status from orders") if self.path == "/orders" else []
        self.reply(200, [dict(row) for row in rows])

    def do_POST(self):
        body = self.read_body()
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
        if not is_secret(secret):
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
run(work, "orders", "reference", lease, step)
run(read_strays, read_stray)
serve(Handler)
