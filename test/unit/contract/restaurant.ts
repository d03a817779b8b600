import { setupServer } from 'msw/node';
import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import {
  createFakeOutlet,
  type FakeOutlet,
  type FakeOutletOptions,
  type UseCase,
} from 'outlet-open-api/testing';
import { outletHandlers } from 'outlet-open-api/testing/msw';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { hostileMode } from '../../support/services/hostile-mode.js';

/** A fake outlet behind the platform's own `fetch`, for the tests of one file. */
export function restaurant() {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  return {
    open(options?: FakeOutletOptions): FakeOutlet {
      const fake = createFakeOutlet({ ...hostileMode, ...options });
      server.use(...outletHandlers(fake));
      return fake;
    },
    client: (fake: FakeOutlet, useCase: UseCase, options?: OutletClientOptions) =>
      new OutletClient({ baseUrl: fake.baseUrl, accessToken: fake.key(useCase).token, ...options }),
  };
}
