import { expect, test } from 'vitest';
import { createFakeOutlet } from '../../src/testing/index.js';

test('the fake keeps the newest requests whose bodies have at most 64 MB', async () => {
  const fake = createFakeOutlet({ empty: true });
  const body = 'x'.repeat(16 * 1_024 * 1_024);
  for (const number of [1, 2, 3, 4, 5]) {
    await fake.fetch(`${fake.baseUrl}/api/v1/orders?number=${number}`, { method: 'POST', body });
  }

  expect(fake.requests.map(({ query }) => query.number)).toEqual(['2', '3', '4', '5']);
});
