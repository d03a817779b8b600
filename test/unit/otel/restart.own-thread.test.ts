import { setTimeout as sleep } from 'node:timers/promises';
import { OutletClient } from 'outlet-open-api';
import { instrumentOutlet } from 'outlet-open-api/otel';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { collectGarbage } from '../../support/bytes-in-use.js';
import { record } from './recorder.js';

// Node.js 20 forgets the subscribers of a channel that replaces one of the same name while that one is garbage-collected.
test('records after it was stopped before the first call', async () => {
  instrumentOutlet()();
  await sleep(1);
  collectGarbage();
  const recorder = record();
  await sleep(1);

  const fake = createFakeOutlet();
  const { token } = fake.key('digital-ordering');
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });
  await outlet.channels.list();

  expect(recorder.spans().map(({ name }) => name)).toEqual(['channels.list']);
});
