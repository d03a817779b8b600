import type { OutletClient } from 'outlet-open-api';
import { backfillOrders, createMemoryCheckpointStore } from 'outlet-open-api/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  clientOf,
  finished,
  json,
  type Step,
  scriptedService,
  text,
  tooMany,
} from '../../support/services/scripted-service.js';
import { day } from '../sync/quick-outlet.js';
import { delivery, receiver } from '../webhooks/deliveries.js';
import { record } from './recorder.js';

beforeEach(() => void vi.useFakeTimers());

/** Part of every value that must not be recorded: the token, IDs, personal data and messages. */
const secret = 'secret-17';
const accessToken = `token-${secret}`;
const guest = {
  firstName: secret,
  lastName: secret,
  email: `${secret}@mail.example`,
  phoneNumber: `+33 1 23 45 67 89 ${secret}`,
};
const entity = { id: secret, customerName: secret, note: secret, partnerReservationInfo: guest };
const error = { code: 1, message: secret, errors: [{ path: secret, message: secret }] };
const headers = { 'x-request-id': secret, location: `https://${secret}.example`, via: secret };
const payments = [{ offlineMethod: 'cash', amount: 1, created: '2026-01-01T00:00:00Z' }];
const range = { from: new Date(0), to: new Date(day), query: { search: secret } };

/** Every way in which the API and the network can respond. */
const steps: Record<string, Step> = {
  success: json(entity, 200, headers),
  page: json({ data: [entity], next: null }, 200, headers),
  'repeated success': json(entity, 201, { ...headers, 'x-idempotent-replay': 'true' }),
  redirect: json(error, 302, headers),
  ...Object.fromEntries(
    [400, 401, 403, 404, 409, 500, 503].map((status) => [status, json(error, status, headers)]),
  ),
  429: tooMany(100),
  'broken JSON': text(`{"id": "${secret}`, 200, 'application/json'),
  page502: text(`<h1>${secret}</h1>`, 502, 'text/html'),
  'lost connection': Object.assign(new Error(secret), { name: secret, code: secret }),
};

/** Every kind of call, with personal data wherever a call can have some. */
const calls: readonly ((outlet: OutletClient) => PromiseLike<unknown>)[] = [
  ({ orders }) =>
    orders.create({
      channelId: secret,
      partnerInfo: { partnerChannel: secret, orderId: secret },
      items: [{ menuItemId: secret, quantity: 1, customerName: secret }],
      payments,
    }),
  ({ orders }) => orders.get(secret, { headers: { 'x-tenant': secret } }),
  ({ orders }) => orders.cancel(secret),
  ({ orders }) => orders.list({ from: range.from, to: range.to }).toArray(),
  ({ orders }) =>
    orders.import({ externalOrderSource: secret }, { query: { search: secret }, extraBody: guest }),
  ({ reservations }) =>
    reservations.create({
      channelId: secret,
      guestCount: 2,
      partnerReservationInfo: { partnerName: secret, reservationId: secret, ...guest },
    }),
  ({ reservations }) => reservations.update(secret, { partnerReservationInfo: { ...guest, note: secret } }),
  ({ actionLogs }) => actionLogs.forOrder(secret),
  ({ menus }) => menus.get({ channelType: 'partner', partnerChannel: secret }),
  (outlet) => outlet.request({ method: 'GET', path: `/guests/${secret}`, query: { search: secret } }),
];

test.each(Object.entries(steps))('spans and metrics contain no secret after: %s', async (_, step) => {
  const recorder = record({ httpClientMetrics: true });
  const outlet = clientOf(scriptedService(step), { accessToken, rateLimit: false, maxRetries: 1 });
  await finished(Promise.allSettled(calls.map((call) => call(outlet))));
  await finished(
    Promise.allSettled([
      backfillOrders(outlet, {
        name: 'nightly',
        outletRef: secret,
        from: range.from,
        to: range.to,
        checkpoints: createMemoryCheckpointStore(),
        onOrders: () => {
          throw Object.assign(new Error(secret), { name: secret });
        },
      }),
    ]),
  );
  const onAny = () => {
    throw Object.assign(new Error(secret), { name: secret });
  };
  for (const event of ['order.complete', secret]) {
    const body = { event, id: secret, updatedAt: '2026-01-01T00:00:00Z', order: entity };
    await finished(receiver({ onAny }).handle(delivery(body, `https://receiver.example/?secret=${secret}`)));
  }

  const spans = recorder.spans();
  const metrics = Object.values(await recorder.metrics());
  expect(new Set(spans.map(({ name }) => name.split('.')[0]))).toEqual(
    new Set([
      'orders',
      'reservations',
      'actionLogs',
      'menus',
      'request',
      'sync backfill',
      'webhook order',
      'webhook unknown',
    ]),
  );
  const recorded = spans.map(({ name, attributes, events, status, links }) => {
    return { name, attributes, events, status, links };
  });
  expect(metrics.length).toBeGreaterThan(3);
  expect(JSON.stringify({ recorded, metrics })).not.toContain(secret);
});
