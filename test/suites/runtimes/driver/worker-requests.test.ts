import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type Service } from './service.js';
import { startWorker, type Worker } from './workerd.js';

let service: Service;
let worker: Worker;
beforeAll(async () => {
  [service, worker] = await Promise.all([openService(), startWorker()]);
});
afterAll(async () => {
  await worker?.stop();
  service?.close();
});

it('a Worker completes calls of other requests after the request that started the shared timer is aborted', async () => {
  const opened = await fetch(`${service.url}/restaurants`, { method: 'POST', body: '{}' });
  const restaurant = await opened.text();
  const ask = async (signal: AbortSignal | null = null) => {
    const response = await fetch(`${worker.url}/channels`, { method: 'POST', body: restaurant, signal });
    return response.status;
  };
  await ask();
  const guest = new AbortController();

  const staying = Array.from({ length: 8 }, () => ask());
  const leaving = Array.from({ length: 3 }, () => ask(guest.signal).catch(() => 'hung up'));
  await Promise.any(staying);
  guest.abort();

  expect(await Promise.all(staying)).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
  expect(await Promise.all(leaving)).toEqual(['hung up', 'hung up', 'hung up']);
});
