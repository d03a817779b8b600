"""Each test gets an outlet of its own, and a receiver of its webhooks."""

import json
import os
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import pytest
import requests

USE_CASES = ["digital-ordering", "reservations", "order-data", "inventory-management"]

# The name of this machine, as the emulator reaches it.
WEBHOOK_HOST = os.environ.get("WEBHOOK_HOST", "127.0.0.1")


@dataclass
class Webhooks:
    url: str
    events: Queue[dict[str, Any]]


@dataclass
class Outlet:
    id: str
    api_url: str
    control_url: str
    tokens: dict[str, str] = field(repr=False)
    """The tokens by use case."""

    def control(self, method: str, path: str, body: Any = None, query: Any = None) -> Any:
        """Does what the merchant or the staff does, and returns the result."""
        return control(method, self.control_url + path, body, query)

    def api(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: Any = None,
        headers: dict[str, str] | None = None,
        use_case: str = "digital-ordering",
    ) -> requests.Response:
        """Sends a request to the API. In your tests, your own code does this."""
        authorization = {"authorization": f"Bearer {self.tokens[use_case]}"}
        return requests.request(
            method,
            self.api_url + path,
            json=body,
            params=query,
            headers=authorization | (headers or {}),
            timeout=10,
        )


def control(method: str, url: str, body: Any = None, query: Any = None) -> Any:
    response = requests.request(method, url, json=body, params=query, timeout=30)
    assert response.ok, f"{method} {url} failed: {response.text}"
    return response.json() if response.content else None


def responds(url: str) -> bool:
    try:
        return requests.get(url, timeout=5).ok
    except requests.RequestException:
        return False


@pytest.fixture(scope="session")
def emulator_url() -> str:
    url = os.environ.get("EMULATOR_URL", "http://127.0.0.1:4010")
    if not responds(f"{url}/healthz"):
        pytest.fail(f"No emulator at {url}. Start it: npx outlet-open-api emulator", pytrace=False)
    return url


@pytest.fixture
def webhooks() -> Iterator[Webhooks]:
    events: Queue[dict[str, Any]] = Queue()
    path = f"/webhooks?secret={secrets.token_hex(16)}"

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.path == path:
                events.put(json.loads(body))
            # The emulator delivers an event again if the status is not 200, so store the event first.
            self.send_response(200 if self.path == path else 401)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Prints nothing."""

    server = ThreadingHTTPServer((WEBHOOK_HOST, 0), Receiver)
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield Webhooks(f"http://{WEBHOOK_HOST}:{server.server_port}{path}", events)
    server.shutdown()
    server.server_close()


@pytest.fixture
def outlet(emulator_url: str, webhooks: Webhooks) -> Iterator[Outlet]:
    outlets_url = f"{emulator_url}/control/v1/outlets"
    webhook_urls = {use_case: webhooks.url for use_case in USE_CASES}
    added = control("POST", outlets_url, {"webhookUrls": webhook_urls})
    yield Outlet(
        id=added["outletId"],
        api_url=f"{added['baseUrl']}/api/v1",
        control_url=added["controlUrl"],
        tokens={key["useCase"]: key["token"] for key in added["keys"]},
    )
    control("DELETE", f"{outlets_url}/{added['outletId']}")
