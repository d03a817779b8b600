import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, onTestFailed, test } from 'vitest';

describe.each([1, 2, 3])('hostile seed %i', (seed) => {
  test('adds up what was paid in three days', async () => {
    const fake = createFakeOutlet({ hostile: true, seed });
    onTestFailed(() => console.log(fake.assumptions));
    const accessToken = fake.key('order-data').token;
    const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
    const to = new Date();
    const from = new Date(to.getTime() - 3 * 24 * 60 * 60 * 1_000);

    let cents = 0;
    for await (const { payments } of outlet.orders.list({ from, to, status: 'complete' })) {
      for (const { amount } of payments ?? []) cents += Math.round((amount ?? 0) * 100);
    }

    expect(cents).toBeGreaterThan(0);
  });
});
