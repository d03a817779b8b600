// Observability: forwards an order that is retried, and runs a backfill. Prints the traces and metrics that OpenTelemetry exports.
import { setTimeout as delay } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { instrumentOutlet } from 'outlet-open-api/otel';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { copyOrders, forwardOrder, newOrder } from './calls.js';
import { metricsTable } from './metrics-table.js';
import { startTelemetry } from './telemetry.js';
import { legend, waterfall } from './waterfall.js';

const fake = createFakeOutlet({ seed: 7 });
const clientOf = (useCase: 'digital-ordering' | 'order-data') =>
  new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key(useCase).token,
    async fetch(url, init) {
      await delay(60); // the network
      return fake.fetch(url, init);
    },
  });
const platform = clientOf('digital-ordering');
const order = await newOrder(platform);
const openOrders = Array.from({ length: 5 }, () => fake.orders.add());

const telemetry = startTelemetry();
instrumentOutlet();

// Start with a new window of the rate limit, so that each run looks alike. Five other calls use it up, and the order waits for the next
// one. Then a proxy in front of the API responds with 502.
await delay(1_000 - (Date.now() % 1_000));
fake.failNext({ method: 'POST', path: '/orders', fault: 'bad-gateway-html' });
await forwardOrder(platform, order, openOrders);

// Another process with the same key has used up a window.
fake.failNext({ method: 'GET', path: '/orders', fault: 'rate-limited' });
await copyOrders(clientOf('order-data'));

console.log(`${legend()}\n`);
const spans = telemetry.spans();
for (const root of spans.filter(({ parentSpanContext }) => parentSpanContext === undefined)) {
  console.log(`${waterfall(root, spans).join('\n')}\n`);
}
console.log(metricsTable(await telemetry.metrics()).join('\n'));
