import { OutletClient, type OutletClientOptions } from 'outlet-open-api';
import type { CheckpointStore } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet, type FakeOutletOptions } from 'outlet-open-api/testing';
import { hostileMode } from '../../support/services/hostile-mode.js';

/** A fake outlet and a client without a rate limit or retries. */
export interface QuickOutlet {
  readonly fake: FakeOutlet;
  readonly outlet: OutletClient;
}

export const day = 24 * 60 * 60 * 1_000;

export function quickOutlet(options: FakeOutletOptions = {}, client: OutletClientOptions = {}): QuickOutlet {
  const fake = createFakeOutlet({ ...hostileMode, rateLimit: false, empty: true, ...options });
  const outlet = new OutletClient({
    baseUrl: fake.baseUrl,
    accessToken: fake.key('order-data').token,
    fetch: fake.fetch,
    rateLimit: false,
    maxRetries: 0,
    logLevel: 'off',
    // The last page of a hostile fake can lack the field. If it is full, a client without this option rejects it.
    nextField: 'next',
    ...client,
  });
  return { fake, outlet };
}

/** A callback that must not be called. */
export function never(): never {
  throw new Error('This must not be called');
}

/** The name and the outlet of a run. */
export const named = { name: 'run', outletRef: 'bistro' } as const;

/** A store whose leases save through a function, such as one that fails. */
export function savingThrough(
  store: CheckpointStore,
  save: (save: () => Promise<void>) => Promise<void>,
): CheckpointStore {
  return {
    ...store,
    async acquire({ name, leaseDuration: duration }) {
      const run = await store.acquire({ name, leaseDuration: duration });
      return run && { ...run, save: (checkpoint) => save(async () => run.save(checkpoint)) };
    },
  };
}
