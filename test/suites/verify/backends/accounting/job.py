# Posts supplier bills from goods receipts, and the takings of business days from orders, with the standard library alone. The variable
# MISTAKE adds a mistake.
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from decimal import ROUND_DOWN, Decimal
from zoneinfo import ZoneInfo

MISTAKE = os.environ.get("MISTAKE", "")
URL = os.environ["OUTLET_BASE_URL"] + "/api/v1"
TOKEN = os.environ["OUTLET_ACCESS_TOKEN"]
STATUSES = "completed" if MISTAKE == "reads-the-default-status" else "completed,cancelled,draft,partiallyReceived"


class Skipped(Exception):
    pass


class Repeated(Exception):
    pass


def get(path, query):
    url = f"{URL}{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {TOKEN}"})
    if MISTAKE == "logs-the-token":
        print(request.headers)
    for attempt in range(3 if MISTAKE == "hides-failures" else 6):
        try:
            with urllib.request.urlopen(request, timeout=None if MISTAKE == "has-no-time-limit" else 10) as response:
                page = json.load(response)
            time.sleep(0.21)
            return page
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503):
                raise
            print(f"attempt {attempt + 1}: {error.code}")
        except (OSError, ValueError, EOFError) as error:
            print(f"attempt {attempt + 1}: {type(error).__name__}")
        except Exception as error:  # such as http.client.IncompleteRead
            print(f"attempt {attempt + 1}: {type(error).__name__}")
        if MISTAKE == "takes-a-failure-as-the-end":
            raise Skipped
        if MISTAKE == "keeps-pages-of-a-failed-list":
            raise Repeated
        time.sleep(0.5 * 2**attempt)
    sys.exit(0 if MISTAKE == "hides-failures" else "The API fails.")


def parse(time):
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


def text(time):
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def pages(path, start, end, statuses):
    """A request covers at most 31 days."""
    if MISTAKE == "sends-local-time":
        start, end = (one.astimezone(timezone(timedelta(hours=9))).replace(tzinfo=timezone.utc) for one in (start, end))
    if MISTAKE == "shortens-long-ranges":
        start = max(start, end - timedelta(days=31))
    while start < end:
        stop = min(start + timedelta(days=30), end)
        query = {"from": text(start), "to": text(stop), "status": statuses}
        while True:
            page = get(path, query)
            records = page.get("data") or []
            yield records
            if not page.get("next") or (MISTAKE == "stops-at-a-short-page" and len(records) < 25):
                break
            query["cursor"] = page["next"]
        start = stop
        if MISTAKE == "leaves-gaps":
            start += timedelta(seconds=1)
        if MISTAKE == "reads-two-slices":
            start = max(start, end - timedelta(days=30))


def amount(value):
    return Decimal(str(value or 0))


def bill(receipt):
    """Returns the total and the tax. A header amount may be missing, and then the lines say it."""
    lines = receipt["items"]
    tax = receipt.get("tax")
    if tax is None:
        tax = sum(amount(line["taxAmount"]) for line in lines)
    tax, shipping, total = amount(tax), amount(receipt["shippingFee"]), receipt.get("total")
    goods = sum(amount(line["totalPrice"]) - amount(line["discountAmount"]) for line in lines)
    if MISTAKE == "ignores-line-discounts":
        goods = sum(amount(line["totalPrice"]) for line in lines)
    if MISTAKE == "calculates-from-unit-prices":
        goods = sum(amount(line["pricePerUnit"]) * line["quantity"] - amount(line["discountAmount"]) for line in lines)
    if MISTAKE == "discounts-shipping" and goods:
        shipping -= (shipping * amount(receipt["discount"]) / goods).quantize(Decimal("0.01"))
    if MISTAKE == "taxes-shipping":
        tax += (shipping * Decimal("0.07")).quantize(Decimal("0.01"))
    if MISTAKE == "adds-tax-twice" or not receipt["isTaxInclusive"]:
        goods += tax
    calculated = goods - amount(receipt["discount"]) + shipping
    if MISTAKE in ("", "has-two-bills", "reads-the-default-status", "updates-changed-totals-only") and total is not None:
        calculated = amount(total)
    if MISTAKE == "needs-a-total":
        calculated = amount(total)
    if MISTAKE == "needs-exact-headers" and total is not None and amount(total) != calculated:
        raise Skipped
    if MISTAKE == "cuts-cents-off":
        calculated = (calculated - Decimal("0.005")).quantize(Decimal("0.01"), ROUND_DOWN)
    if MISTAKE == "posts-four-decimals":
        tax += Decimal("0.0049")
    return calculated, tax


def take(books, receipt):
    key, status = receipt["id"], receipt["status"]
    before = books.execute("select status from bills where id = ?", (key,)).fetchone()
    if MISTAKE == "never-updates" and before:
        return
    if status == "completed" or status in {"posts-drafts": ["draft"], "posts-early": ["partiallyReceived"]}.get(MISTAKE, []):
        try:
            total, tax = bill(receipt)
        except Skipped:
            return
        known = books.execute("select total from bills where id = ?", (key,)).fetchone()
        if MISTAKE == "updates-changed-totals-only" and known == (float(total),):
            return
        if MISTAKE == "has-two-bills" and before:
            books.execute("insert into bills values (?, ?, ?, 'posted')", (key, float(total), float(tax)))
            return
        if MISTAKE == "uses-the-number":
            key = receipt["goodsReceiptNumber"]
        if MISTAKE == "keeps-one-bill-of-a-number":
            name = f"number {receipt['goodsReceiptNumber']}"
            other = books.execute("select value from state where name = ?", (name,)).fetchone() or (key,)
            books.execute("delete from bills where id = ?", other)
            books.execute("insert or replace into state values (?, ?)", (name, key))
        books.execute("delete from bills where id = ?", (key,))
        books.execute("insert into bills values (?, ?, ?, 'posted')", (key, float(total), float(tax)))
    elif status == "cancelled" and before and MISTAKE != "never-reverses":
        books.execute("update bills set status = 'voided' where id = ?", (key,))


def close(books, day, zone):
    """Replaces the takings of a day by what its complete orders were paid."""
    place = {
        "closes-a-utc-day": timezone.utc,
        "closes-a-day-of-the-server": datetime.now().astimezone().tzinfo,
    }.get(MISTAKE, ZoneInfo(zone))
    first = datetime.fromisoformat(day)
    start, end = ((first + timedelta(days=days)).replace(tzinfo=place).astimezone(timezone.utc) for days in (0, 1))
    if MISTAKE == "closes-before-midnight":
        end -= timedelta(seconds=1)
    if MISTAKE == "closes-24-hours":
        end = start + timedelta(hours=24)
    statuses = "complete,cancelled" if MISTAKE == "counts-cancelled-orders" else "complete"
    taken = {}

    def read():
        # A list has the orders that were created in its range, and a payment counts on its own day.
        for status in statuses.split(","):
            for orders in pages("/orders", start - timedelta(days=1), end + timedelta(days=1), status):
                for order in orders:
                    payments = [one for one in order.get("payments") or [] if start <= parse(one["created"]) < end]
                    if MISTAKE == "counts-cards-only":
                        payments = [one for one in payments if one["offlineMethod"] == "card"]
                    key = len(taken) if MISTAKE == "keeps-pages-of-a-failed-list" else order["id"]
                    taken[key] = sum(amount(one["amount"]) for one in payments)
                if MISTAKE == "closes-with-the-first-page" and len(orders) == 25:
                    break

    while True:
        try:
            read()
            break
        except Skipped:
            break
        except Repeated:
            time.sleep(0.5)
    if MISTAKE == "closes-no-empty-day" and not sum(taken.values()):
        return
    if MISTAKE == "closes-a-day-once" and books.execute("select 1 from takings where day = ?", (day,)).fetchone():
        return
    if MISTAKE != "adds-a-repeat":
        books.execute("delete from takings where day = ?", (day,))
    books.execute("insert into takings values (?, ?)", (day, float(sum(taken.values()))))


def main():
    books = sqlite3.connect(os.environ["DATA_FOLDER"] + "/books.db", timeout=10)
    books.execute("create table if not exists bills (id text, total real, tax real, status text)")
    books.execute("create table if not exists takings (day text, amount real)")
    books.execute("create table if not exists state (name text primary key, value text)")
    if len(sys.argv) > 2:
        close(books, *sys.argv[1:])
        books.commit()
    else:
        poll(books)
    show(books, "bills", ("id", "total", "tax", "status"))
    show(books, "takings", ("day", "amount"))


def show(books, name, columns):
    rows = books.execute(f"select {', '.join(columns)} from {name}").fetchall()
    path = f"{os.environ['DATA_FOLDER']}/{name}.json"
    with open(path + ".new", "w") as file:
        json.dump([dict(zip(columns, row)) for row in rows], file)
    os.replace(path + ".new", path)


def poll(books):
    now = datetime.now(timezone.utc)
    start = parse(sys.argv[1]) if len(sys.argv) > 1 else now - timedelta(days=7)
    saved = books.execute("select value from state where name = 'read'").fetchone()
    if MISTAKE == "reads-only-what-is-new" and saved:
        start = datetime.fromisoformat(saved[0]) - timedelta(hours=12)
    if MISTAKE == "saves-its-position-first":
        seen = books.execute("select value from state where name = 'read'").fetchone()
        start = max(start, datetime.fromisoformat(seen[0]) - timedelta(days=1)) if seen else start
        books.execute("insert or replace into state values ('read', ?)", (now.isoformat(),))
        books.commit()
    listed = set()
    try:
        for receipts in pages("/inventory/goods-receipts", start, now, STATUSES):
            for receipt in receipts:
                take(books, receipt)
                listed.add(receipt["id"])
            books.commit()
    except Skipped:
        pass
    for (key,) in books.execute("select id from bills").fetchall():
        if MISTAKE == "voids-missing-bills" and key not in listed:
            books.execute("update bills set status = 'voided' where id = ?", (key,))
    books.execute("insert or replace into state values ('read', ?)", (now.isoformat(),))
    books.commit()


main()
