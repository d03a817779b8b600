import { createOutletPool, type OutletClient } from 'outlet-open-api';
import { startEmulator } from 'outlet-open-api/emulator';
import { createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createTestEvent } from 'outlet-open-api/webhooks';
import { expect, test } from 'vitest';
import { clientOf, rejection, scriptedService } from '../../support/services/scripted-service.js';

const isClosed = { name: 'ConnectionError', message: expect.stringContaining('the client is closed') };

test('using closes a client at the end of its block', async () => {
  let kept: OutletClient;
  {
    using outlet = clientOf(scriptedService());
    kept = outlet;
    expect(await kept.orders.get('o-1')).toEqual({ id: 'o-1' });
  }
  expect(await rejection(kept.orders.get('o-1'))).toMatchObject(isClosed);
});

test('using closes a pool and its clients', async () => {
  const load = () => ({ baseUrl: 'https://pos.example', accessToken: 'token-of-bistro' });
  let kept: OutletClient;
  {
    using outlets = createOutletPool({ load });
    kept = await outlets.get('bistro');
  }
  expect(await rejection(kept.orders.get('o-1'))).toMatchObject(isClosed);
});

test('await using closes an order feed after its orders', async () => {
  const handled: string[] = [];
  const outlet = clientOf(scriptedService());
  {
    await using feed = createOrderFeed({ outlet, onOrder: ({ id }) => handled.push(id) });
    void feed.receive(createTestEvent('order.complete', { id: 'o-1' }), {});
  }
  expect(handled).toEqual(['o-1']);
});

test('await using closes an emulator', async () => {
  let url: string;
  {
    await using emulator = await startEmulator({ port: 0 });
    ({ url } = emulator);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('using stops the autopilot of a fake', () => {
  const fake = createFakeOutlet();
  {
    using inBlock = fake;
    inBlock.autopilot.start();
  }
  expect(fake.autopilot.interval).toBeUndefined();
});
