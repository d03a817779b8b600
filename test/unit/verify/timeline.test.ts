import diagnosticsChannel from 'node:diagnostics_channel';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, onTestFinished, test } from 'vitest';
import { addFaults } from '../../../src/verify/environment.js';
import { linesAbout, Timeline } from '../../../src/verify/timeline.js';

test('a timeline says why the API rejected a request, and how many records a list had', async () => {
  const fake = createFakeOutlet();
  const timeline = new Timeline();
  const onResponse = (response: unknown) => timeline.addResponse(fake.requests, response);
  diagnosticsChannel.subscribe('outlet-open-api:fake:response', onResponse);
  onTestFinished(() => void diagnosticsChannel.unsubscribe('outlet-open-api:fake:response', onResponse));
  const send = (path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: `Bearer ${fake.key('order-data').token}`,
      'content-type': 'application/json',
    };
    return fake.fetch(`${fake.baseUrl}/api/v1${path}`, { ...init, headers });
  };

  await send('/orders?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&cursor=x');
  await send('/orders?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z');
  await send('/orders?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&status=complete&status=cancelled');
  await send('/orders/missing');
  const lines = linesAbout(timeline, fake, 0).map(({ text }) => text);

  expect(lines).toEqual([
    expect.stringMatching(/^GET \/orders\?.*cursor=… → 400 \(cursor.*\)$/),
    expect.stringMatching(/^GET \/orders\?.* → 200 \(1 page, 0 records, next is null\)$/),
    expect.stringMatching(/^GET \/orders\?.* → 400 \(status: must not be repeated\)$/),
    expect.stringMatching(/^GET \/orders\/missing → 404 \(.+\)$/),
  ]);
});

test('a timeline says what a fault means', () => {
  const fake = createFakeOutlet();
  const timeline = new Timeline();
  const createOrders = { method: 'POST', path: '/orders' } as const;
  addFaults(
    { fake, timeline },
    { ...createOrders, fault: 'lost-response' },
    { fault: 'rate-limited', share: 0.3 },
    { fault: 'latency', times: 1 },
  );

  expect(linesAbout(timeline, fake, 0).map(({ text }) => text)).toEqual([
    'The API fails: lost-response (the request has its effect, then the connection breaks) for all requests to POST /orders',
    'The API fails: rate-limited for 30% of the requests to all paths',
    'The API fails: latency for one request to all paths',
  ]);
});

test('a timeline shows the beginning of a long line that the backend has printed', () => {
  const timeline = new Timeline();
  timeline.add({ kind: 'note', at: 1, text: 'The suite kills the backend' });
  timeline.add({ kind: 'output', at: 1, text: `x${'y'.repeat(20_000)}` });
  const lines = linesAbout(timeline, createFakeOutlet(), 0).map(({ text }) => text);

  expect(lines).toEqual(['The suite kills the backend', `x${'y'.repeat(499)}…`]);
});

test.each(['reference', 'reservationId'])(
  'a timeline about a case shows its calls with the %s and jobs, but no call of another guest',
  (field) => {
    const timeline = new Timeline();
    for (const text of [`place ${field} V-1 items 1`, `place ${field} V-10 items 1`, 'runNightlyJob from 1'])
      timeline.add({ kind: 'call', at: 1, text, reply: '200' });
    const lines = linesAbout(timeline, createFakeOutlet(), 0, [' V-1 ']).map(({ text }) => text);

    expect(lines).toEqual([`place ${field} V-1 items 1 → 200`, 'runNightlyJob from 1 → 200']);
  },
);
