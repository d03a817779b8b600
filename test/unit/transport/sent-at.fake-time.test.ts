import { beforeEach, expect, test, vi } from 'vitest';
import {
  clientOf,
  connectionLost,
  delayed,
  finished,
  json,
  scriptedService,
} from '../../support/services/scripted-service.js';

const start = Date.parse('2026-03-01T12:00:00Z');
const from = '2026-01-01T00:00:00Z';

beforeEach(() => void vi.useFakeTimers({ now: start }));

/** Responds after 300 ms, so that sending and receiving differ. */
const late = (body: unknown, status = 200) => delayed(json(body, status), 300);

test('sentAt is when the request was sent', async () => {
  const { meta } = await finished(
    clientOf(scriptedService(late({ id: 'o-1' })))
      .orders.get('o-1')
      .withResponse(),
  );
  expect(meta.sentAt).toEqual(new Date(start));
});

test('after a retry, sentAt is when the last attempt was sent', async () => {
  const service = scriptedService(late({}, 500), late({ id: 'o-1' }));
  const { meta } = await finished(clientOf(service).orders.get('o-1').withResponse());
  expect(service.arrivals).toHaveLength(2);
  expect(meta.sentAt).toEqual(new Date(service.arrivals[1]?.at ?? 0));
});

test('sentAt is later than the call if the call was queued', async () => {
  const service = scriptedService(late({ id: 'o-1' }));
  const outlet = clientOf(service, { rateLimit: { requests: 1, interval: 1_000 } });
  const calls = [outlet.orders.get('o-1'), outlet.orders.get('o-1')].map((call) => call.withResponse());
  const [first, second] = await finished(Promise.all(calls));
  expect(first?.meta.sentAt).toEqual(new Date(start));
  expect(second?.meta.sentAt.getTime()).toBeGreaterThanOrEqual(start + 1_000);
  expect(second?.meta.sentAt.getTime()).toBe(service.arrivals[1]?.at);
});

test('sentAt of a cancellation that a read confirmed is when the read was sent', async () => {
  const service = scriptedService(connectionLost('ECONNRESET'), late({ id: 'o-1', status: 'cancelled' }));
  const outlet = clientOf(service, { maxRetries: 0, rateLimit: { requests: 1, interval: 1_000 } });
  const { meta } = await finished(outlet.orders.cancel('o-1').withResponse());
  expect(service.arrivals.map(({ method }) => method)).toEqual(['PUT', 'GET']);
  expect(meta.sentAt).toEqual(new Date(service.arrivals[1]?.at ?? 0));
  expect(meta.sentAt.getTime()).toBeGreaterThan(start);
});

test('readAt of a page is when its own request was sent, although the page was fetched ahead', async () => {
  const cursors = ['a', 'b', null];
  const service = scriptedService(...cursors.map((next) => late({ data: [{ id: `before-${next}` }], next })));
  const readAt: number[] = [];
  async function read() {
    for await (const page of clientOf(service).orders.list({ from, to: '2026-01-02T00:00:00Z' }).pages()) {
      readAt.push(page.readAt.getTime());
      await new Promise((resolve) => setTimeout(resolve, 5_000));
    }
  }
  await finished(read());
  expect(new Set(readAt).size).toBe(3);
  expect(readAt).toEqual(service.arrivals.map(({ at }) => at));
});

test('readAt of the empty page after the end of a list is when it was requested', async () => {
  const { orders } = clientOf(scriptedService(json({ data: [], next: null })));
  const range = { from, to: '2026-01-02T00:00:00Z' };
  const { position } = await finished(orders.list(range).firstPage());
  vi.setSystemTime(start + 60_000);
  const { readAt } = await orders.list(range, { resumeFrom: position }).firstPage();
  expect(readAt).toEqual(new Date(start + 60_000));
});
