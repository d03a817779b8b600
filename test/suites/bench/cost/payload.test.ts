import { OutletClient } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { bodyOf, type Payload } from './payload.js';

const sizes: readonly [Payload, number][] = [
  ['order', 1_000],
  ['page', 60_000],
];

test.each(sizes)('a response with %s has the size that the figures state', (payload, size) => {
  const bytes = new TextEncoder().encode(bodyOf(payload)).byteLength;
  expect(bytes / size).toBeGreaterThan(0.9);
  expect(bytes / size).toBeLessThan(1.1);
});

test('the response check finds no mismatch, so it checks whole responses', async () => {
  const outlet = new OutletClient({
    baseUrl: 'http://localhost',
    accessToken: 'key',
    responseValidation: 'strict',
    fetch: async (input) => {
      const { url } = new Request(input);
      return new Response(bodyOf(url.includes('?') ? 'page' : 'order'));
    },
  });
  await expect(outlet.orders.get('order')).resolves.toHaveProperty('items');
  const day = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
  await expect(outlet.orders.list(day).toArray({ limit: 100 })).resolves.toHaveLength(50);
});
