import { setupServer } from 'msw/node';
import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { outletHandlers } from 'outlet-open-api/testing/msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const fake = createFakeOutlet();
const server = setupServer(...outletHandlers(fake));

beforeAll(() => server.listen());
afterEach(() => fake.reset());
afterAll(() => server.close());

test('finds the fake with the platform’s own fetch', async () => {
  const accessToken = fake.key('digital-ordering').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken });

  expect(await outlet.channels.list()).not.toHaveLength(0);
});
