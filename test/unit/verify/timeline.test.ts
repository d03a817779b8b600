import diagnosticsChannel from 'node:diagnostics_channel';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, onTestFinished, test } from 'vitest';
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
  await send('/orders/missing');
  const lines = linesAbout(timeline, fake, 0).map(({ text }) => text);

  expect(lines).toEqual([
    expect.stringMatching(/^GET \/orders\?.*cursor=… → 400 \(cursor.*\)$/),
    expect.stringMatching(/^GET \/orders\?.* → 200 \(1 page, 0 records, next is null\)$/),
    expect.stringMatching(/^GET \/orders\/missing → 404 \(.+\)$/),
  ]);
});
