"""Opens the orders of reservations at an outlet, with the standard library alone.

The variable MISTAKE adds a mistake. With STYLE=polls, the service ignores events and reads the last orders in turn.
"""
import functools
import json
import sys
import time
import uuid
from datetime import datetime
from urllib.error import HTTPError

sys.path.append("..")
import shared  # noqa: E402
from shared import ENV, LEASE, MISTAKE, JsonHandler, Rejected, check, is_secret, read_strays, run, serve, sql, work  # noqa: E402

POLLS = ENV.get("STYLE") == "polls"
# How many of the last orders are read at each start, and in turn by a service that polls.
RECENT = 12
# Of some mistakes.
contacts = {}

unique = "" if MISTAKE == "looks-before-it-stores" else ", primary key (outlet, reservationId)"
sql(
    f"""create table if not exists reservations (
        outlet text, reservationId text, key text, seating text, changes text default '{{}}', id text, status text default 'waiting',
        channelId text, guestCount integer, total real, read_at real default 0, mark integer default 1, done integer default 0,
        cancel integer default 0, due real default 0, failures integer default 0{unique})"""
)
sql("create table if not exists strays (outlet text, id text, primary key (outlet, id))")
sql("create table if not exists outlets (outlet text primary key, token text)")


def token_of(outlet):
    """The token of the first outlet can change with each start."""
    if outlet == ENV["OUTLET_REF"]:
        return ENV["OUTLET_ACCESS_TOKEN"]
    return sql("select token from outlets where outlet = ?", outlet)[0]["token"]


def call(outlet, method, path, body=None, headers=None):
    try:
        return shared.call(token_of(outlet), method, path, body, headers)
    except HTTPError as error:
        if MISTAKE == "drops-failed-changes" and method == "PUT":
            raise Rejected(error.code) from error
        raise


def lease(outlet):
    """Takes a row of an outlet that has work to do, so that no other process works on it. Guests who wait for a table come first, then changes."""
    now = time.time()
    rows = sql(
        """update reservations set due = ? where rowid = (
            select rowid from reservations
            where outlet = ? and due <= ? and (done < mark or cancel = 1 or changes <> '{}')
            order by id is not null, changes = '{}' and cancel = 0, due limit 1)
        returning rowid, *""",
        now + LEASE,
        outlet,
        now,
    )
    return rows[0] if rows else None


def keep(outlet, reservation_id, order, read_at):
    check(order)
    if MISTAKE == "keeps-its-own-table":
        order = {**order, "channelId": None}
    if MISTAKE == "ignores-totals":
        order = {**order, "total": 0}
    sql(
        """update reservations set id = ?, status = ?, channelId = coalesce(?, channelId), guestCount = ?, total = ?, read_at = ?
        where outlet = ? and reservationId = ? and read_at <= ?""",
        order["id"], order["status"], order.get("channelId"), order.get("guestCount"), order.get("total"), read_at,
        outlet, reservation_id, read_at,
    )


def contact_of(seating):
    guest = seating.get("guest") or {}
    if MISTAKE == "keeps-the-last-contact":
        contacts.update(guest)
        return dict(contacts)
    if MISTAKE == "finds-guests-by-name" and guest:
        return contacts.setdefault(guest["lastName"], guest)
    if MISTAKE == "drops-accents":
        return {field: text.encode("ascii", "ignore").decode() for field, text in guest.items()}
    return guest


def new_order(reservation_id, seating):
    order = {
        "channelId": seating["channelId"],
        "guestCount": seating["guestCount"],
        "partnerReservationInfo": {"partnerName": "bookable", "reservationId": reservation_id, **contact_of(seating)},
    }
    deposit = seating.get("deposit")
    if deposit and MISTAKE != "sends-no-deposit":
        payment = {"offlineMethod": "card", "externalId": "deposit-" + reservation_id, **deposit}
        if MISTAKE == "sends-local-time":
            payment["created"] = datetime.now().isoformat(timespec="milliseconds") + "Z"
        if MISTAKE == "has-one-reference-of-deposits":
            payment["externalId"] = "deposit"
        order["payments"] = [payment, payment] if MISTAKE == "sends-deposits-twice" else [payment]
    return order


def update_of(row, changes):
    """Only the fields that change."""
    update = {field: changes[field] for field in ("channelId", "guestCount") if field in changes}
    if changes.get("guest"):
        update["partnerReservationInfo"] = changes["guest"]
    if MISTAKE == "changes-deposits":
        update["payments"] = new_order(row["reservationId"], json.loads(row["seating"])).get("payments", [])
    if MISTAKE == "sends-all-fields":
        return {"channelId": row["channelId"], "guestCount": row["guestCount"], **update}
    if MISTAKE == "renames-reservations":
        update["partnerReservationInfo"] = {"reservationId": row["reservationId"] + "-new"}
    return update


def open_order(row):
    outlet, reservation_id = row["outlet"], row["reservationId"]
    key = str(uuid.uuid4()) if MISTAKE == "new-key-for-each-attempt" else row["key"]
    order = new_order(reservation_id, json.loads(row["seating"]))
    if MISTAKE == "retries-without-deposits" and row["failures"]:
        order.pop("payments", None)
    opened = call(outlet, "POST", "/orders/reservations", order, {"Idempotency-Key": key})
    if MISTAKE == "posts-a-copy":
        call(outlet, "POST", "/orders/reservations", new_order(reservation_id + "-2", json.loads(row["seating"])))
    sql("update reservations set id = ? where rowid = ?", opened["id"], row["rowid"])
    return opened


def step(row):
    """Does all that is left to do for a reservation."""
    outlet, order_id, opened = row["outlet"], row["id"], None
    if not order_id:
        try:
            opened = open_order(row)
            order_id = opened["id"]
        except Rejected as error:
            if error.args[0] == 409:
                raise
            sql(
                "update reservations set status = 'rejected', done = mark, cancel = 0, changes = '{}' where rowid = ?",
                row["rowid"],
            )
            return
    update = update_of(row, json.loads(row["changes"]))
    if row["cancel"]:
        update = {"status": "cancelled"}
        if MISTAKE == "cancels-with-a-count":
            update["guestCount"] = 1
    if row["cancel"] or row["changes"] != "{}":
        try:
            call(outlet, "PUT", "/orders/reservations/" + order_id, update)
        except Rejected as error:
            print(row["reservationId"], "was not changed:", error, flush=True)
        # A newer change stays.
        sql(
            "update reservations set changes = '{}', cancel = 0 where rowid = ? and changes = ? and cancel = ?",
            row["rowid"], row["changes"], row["cancel"],
        )
        if MISTAKE == "shows-the-wanted-table" and "channelId" in update:
            sql("update reservations set channelId = ?, done = mark where rowid = ?", update["channelId"], row["rowid"])
            return
    read_at = time.time()
    if not opened or MISTAKE != "ignores-unknown-orders":
        opened = call(outlet, "GET", "/orders/" + order_id)
    keep(outlet, row["reservationId"], opened, read_at)
    sql("update reservations set done = ?, failures = 0, due = 0 where rowid = ?", row["mark"], row["rowid"])


def cancel_at_once(outlet, order_id):
    """Takes the rejection of a repeat for that of the first attempt."""
    for _ in range(3):
        try:
            call(outlet, "PUT", "/orders/reservations/" + order_id, {"status": "cancelled"})
            sql("update reservations set mark = mark + 1 where outlet = ? and id = ?", outlet, order_id)
            return 200
        except Rejected as error:
            return error.args[0]
        except Exception as error:
            print(order_id, "failed:", type(error).__name__, flush=True)
    return 503


def start(outlet):
    """Works for one outlet. Each has a rate limit of its own."""
    run(work, "reservations", "reservationId", functools.partial(lease, outlet), step)


def poll():
    """Reads the last orders in turn, also those that have ended."""
    while True:
        for row in sql("select rowid from reservations where id is not null order by rowid desc limit ?", RECENT):
            sql("update reservations set mark = mark + 1 where rowid = ?", row["rowid"])
            time.sleep(0.3)
        time.sleep(0.1)


def read_stray(row, read_at):
    order = call(row["outlet"], "GET", "/orders/" + row["id"])
    keep(row["outlet"], (order.get("partnerReservationInfo") or {}).get("reservationId"), order, read_at)


class Handler(JsonHandler):
    def do_GET(self):
        outlet, _, path = self.path[1:].partition("/")
        columns = "reservationId, id, status, channelId, guestCount, total"
        wanted = "%" if MISTAKE == "shows-all-outlets" else outlet
        rows = sql(f"select {columns} from reservations where outlet like ?", wanted) if path == "reservations" else []
        self.reply(200, [dict(row) for row in rows])

    def do_POST(self):
        body = self.read_body()
        outlet, *parts = self.path[1:].split("/")
        if outlet == "outlets":
            sql("insert into outlets values (?, ?) on conflict do nothing", body["outletRef"], body["token"])
            start(body["outletRef"])
            return self.reply(201)
        if MISTAKE == "mixes-up-outlets":
            outlet = ENV["OUTLET_REF"]
        if parts[0] == "webhooks":
            return self.receive(outlet, parts[-1], body)
        if MISTAKE == "logs-guests":
            print(json.dumps(body), flush=True)
        if parts == ["reservations"]:
            if MISTAKE == "knows-six-tables" and body["channelId"] not in [f"table-{number}" for number in range(1, 7)]:
                return self.reply(422)
            if MISTAKE == "looks-before-it-stores":
                if sql("select 1 from reservations where outlet = ? and reservationId = ?", outlet, body["reservationId"]):
                    return self.reply(202)
                time.sleep(0.05)
            sql(
                """insert into reservations (outlet, reservationId, key, seating, channelId, guestCount) values (?, ?, ?, ?, ?, ?)
                on conflict do nothing""",
                outlet, body["reservationId"], str(uuid.uuid4()), json.dumps(body), body["channelId"], body["guestCount"],
            )
            return self.reply(202)
        _, reservation_id, action = parts
        if action == "cancel":
            known = "select id from reservations where outlet = ? and reservationId = ? and "
            if MISTAKE == "rejects-repeated-cancellations" and sql(known + "status = 'cancelled'", outlet, reservation_id):
                return self.reply(400)
            if MISTAKE == "cancels-at-once":
                for row in sql(known + "id is not null", outlet, reservation_id):
                    return self.reply(cancel_at_once(outlet, row["id"]))
            if MISTAKE == "cancels-unanswered-orders-alone":
                sql(
                    """update reservations set status = 'cancelled', done = mark
                    where outlet = ? and reservationId = ? and id is null""",
                    outlet, reservation_id,
                )
                return self.reply(200)
            rows = sql(
                "update reservations set cancel = 1 where outlet = ? and reservationId = ? returning 1", outlet, reservation_id
            )
            return self.reply(404 if not rows else 200 if MISTAKE == "confirms-at-once" else 202)
        changes = {field: body[field] for field in ("channelId", "guestCount", "guest") if field in body}
        if MISTAKE == "replays-changes":
            sql("insert into sent values (?, ?)", reservation_id, json.dumps(changes))
        merged = "?" if MISTAKE == "keeps-one-change" else "json_patch(changes, ?)"
        rows = sql(
            f"update reservations set changes = {merged} where outlet = ? and reservationId = ? returning 1",
            json.dumps(changes), outlet, reservation_id,
        )
        return self.reply(202 if rows else 404)

    def receive(self, outlet, secret, event):
        if MISTAKE != "checks-no-secret" and not is_secret(secret):
            return self.reply(401)
        order_id = event.get("id")
        if not isinstance(order_id, str) or POLLS:
            return self.reply(200)
        if MISTAKE == "ignores-moved-guests" and event.get("event") in ("order.channelUpdated", "order.guestCountUpdated"):
            return self.reply(200)
        if MISTAKE == "reads-only-new-statuses" and event.get("event") != "order.statusUpdated":
            return self.reply(200)
        if MISTAKE == "ignores-ended-orders" and sql(
            "select 1 from reservations where id = ? and status in ('complete', 'cancelled')", order_id
        ):
            return self.reply(200)
        known = sql("update reservations set mark = mark + 1 where outlet = ? and id = ? returning 1", outlet, order_id)
        if not known and MISTAKE != "ignores-unknown-orders":
            sql("insert into strays values (?, ?) on conflict do nothing", outlet, order_id)
        return self.reply(200)


if MISTAKE == "forgets-pending-work":
    sql("delete from reservations where id is null")
    sql("update reservations set changes = '{}', cancel = 0")
if MISTAKE == "replays-changes":
    sql("create table if not exists sent (reservationId text, changes text)")
    for row in sql("select * from sent"):
        sql(
            "update reservations set changes = json_patch(changes, ?) where reservationId = ?",
            row["changes"], row["reservationId"],
        )
# Another process can have been killed with a lease, and events can have been lost.
swept = "in ('waiting', 'open')" if MISTAKE == "sweeps-open-orders" else "<> 'rejected'"
if MISTAKE != "never-sweeps":
    sql(
        f"""update reservations set due = 0, mark = mark + 1 where status {swept} and due < ?
        and rowid > (select max(rowid) from reservations) - ?""",
        time.time() + LEASE, RECENT,
    )
for known in [ENV["OUTLET_REF"], *(row["outlet"] for row in sql("select outlet from outlets"))]:
    start(known)
run(read_strays, read_stray)
if POLLS:
    run(poll)
serve(Handler)
