import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileCheckpointStore } from 'outlet-open-api/sync/node';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRandom } from '../../../../src/random.js';
import { newFolder } from '../../../support/new-folder.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

test('of many runs that find an expired lease at random moments, exactly one gets it', async () => {
  const folder = await newFolder();
  const random = createRandom(7);
  for (let round = 0; round < 15; round += 1) {
    const stores = Array.from({ length: 6 }, () => createFileCheckpointStore(folder));
    // The holder never renews it.
    await createFileCheckpointStore(folder).acquire({ name: 'orders', leaseDuration: 5_000 });
    vi.setSystemTime(Date.now() + 6_000);
    const runs = await Promise.all(
      stores.map(async (store) => {
        await sleep(random.next() * 3);
        return store.acquire({ name: 'orders', leaseDuration: 5_000 });
      }),
    );
    const taken = runs.filter((run) => run !== undefined);
    expect(taken).toHaveLength(1);
    expect(await taken[0]?.renew({ leaseDuration: 5_000 })).toBe(true);
    await taken[0]?.release();
  }
  expect(await readdir(folder)).toEqual([]);
});
