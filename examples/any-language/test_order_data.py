"""Order Data: report the sales of past days."""

from typing import Any

from conftest import Outlet


def add_order(outlet: Outlet, created: str, status: str, *amounts: float) -> str:
    order = {
        "channelId": "table-1",
        "created": created,
        "status": status,
        "items": [{"menuItemId": "item-pizza", "quantity": 2}],
        "payments": [{"amount": amount, "offlineMethod": "card"} for amount in amounts],
    }
    return outlet.control("POST", "/orders", order)["id"]


def list_orders(outlet: Outlet, query: dict[str, str]) -> list[dict[str, Any]]:
    """Returns the orders of all pages."""
    page = outlet.api("GET", "/orders", query=query, use_case="order-data").json()
    if not page["next"]:
        return page["data"]
    return page["data"] + list_orders(outlet, query | {"cursor": page["next"]})


def test_the_sales_of_a_day_are_what_was_paid(outlet: Outlet) -> None:
    lunch = add_order(outlet, "2025-03-01T12:30:00Z", "complete", 20, 11)
    dinner = add_order(outlet, "2025-03-01T19:00:00Z", "complete", 31)
    cancelled = add_order(outlet, "2025-03-01T20:00:00Z", "cancelled")
    add_order(outlet, "2025-03-02T12:00:00Z", "complete", 31)

    day = {"from": "2025-03-01T00:00:00Z", "to": "2025-03-01T23:59:59Z"}
    listed = list_orders(outlet, day)

    assert {order["id"] for order in listed} == {lunch, dinner, cancelled}
    complete = [order for order in listed if order["status"] == "complete"]
    assert sum(payment["amount"] for order in complete for payment in order["payments"]) == 62
