"""Digital Ordering: place orders, follow them by webhook, and survive faults."""

import time
import uuid

import pytest
import requests
from conftest import Outlet, Webhooks

ORDER = {
    "channelId": "channel-foodie",
    "partnerInfo": {"partnerChannel": "foodie", "orderId": "T-1001"},
    "items": [
        {
            "menuItemId": "item-burger",
            "quantity": 2,
            "options": [{"optionId": "option-cheese", "quantity": 1}],
        }
    ],
}


def create_order(outlet: Outlet, key: str, fault: str | None = None) -> requests.Response:
    headers = {"idempotency-key": key} | ({"x-simulate-fault": fault} if fault else {})
    return outlet.api("POST", "/orders", ORDER, headers=headers)


def new_key() -> str:
    return str(uuid.uuid4())


def test_the_order_refers_to_the_channel_and_the_menu(outlet: Outlet) -> None:
    channels = outlet.api("GET", "/channels").json()["data"]
    menu = outlet.api("GET", "/menus", query={"channelType": "partner", "partnerChannel": "foodie"}).json()

    assert {"id": "channel-foodie", "type": "partner", "name": "foodie"} in channels
    burger = next(item for item in menu["menuItems"] if item["id"] == "item-burger")
    assert burger["price"] == 13.9
    assert "option-cheese" in [option["id"] for option in burger["options"]]


def test_a_webhook_reports_that_the_order_is_complete(outlet: Outlet, webhooks: Webhooks) -> None:
    created = create_order(outlet, new_key())
    assert created.status_code == 201
    order = created.json()
    assert order["total"] == 30.2

    outlet.control("POST", f"/orders/{order['id']}/complete")

    event = webhooks.events.get(timeout=5)
    assert (event["event"], event["id"]) == ("order.complete", order["id"])
    assert outlet.api("GET", f"/orders/{order['id']}").json()["status"] == "complete"
    # The emulator has received the 200.
    outlet.control("GET", "/wait-for/delivery", query={"orderId": order["id"]})


def test_an_order_can_be_cancelled(outlet: Outlet, webhooks: Webhooks) -> None:
    order_id = create_order(outlet, new_key()).json()["id"]

    cancelled = outlet.api("PUT", f"/orders/{order_id}", {"status": "cancelled"})

    assert cancelled.json()["status"] == "cancelled"
    event = webhooks.events.get(timeout=5)
    assert (event["event"], event["id"]) == ("order.cancelled", order_id)


def test_a_lost_response_creates_no_second_order(outlet: Outlet) -> None:
    key = new_key()
    with pytest.raises(requests.ConnectionError):
        create_order(outlet, key, fault="lost-response")

    # The fault is only for the first request with this idempotency key.
    retried = create_order(outlet, key, fault="lost-response")

    assert retried.headers["x-idempotent-replay"] == "true"
    attempts = outlet.control("GET", "/requests", query={"search": key})
    assert len(attempts) == 2
    orders = outlet.control("GET", "/orders", query={"search": "T-1001"})
    assert [order["id"] for order in orders] == [retried.json()["id"]]


def test_after_a_429_the_next_window_has_room(outlet: Outlet) -> None:
    key = new_key()
    rejected = create_order(outlet, key, fault="rate-limited")
    assert rejected.status_code == 429

    time.sleep(rejected.json()["retryAfter"])

    assert create_order(outlet, key, fault="rate-limited").status_code == 201


def test_a_fault_of_the_outlet_needs_no_header(outlet: Outlet) -> None:
    key = new_key()
    outlet.control("POST", "/faults", {"method": "POST", "path": "/orders", "fault": "server-error"})

    assert create_order(outlet, key).status_code == 500
    assert create_order(outlet, key).status_code == 201
