import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../src/emulator/index.js';
import { newFolder } from '../../support/new-folder.js';
import { openEmulator } from './running.js';

const idsOf = ({ fake }: Emulator) => fake.orders.all().map(({ id }) => id);

describe('the IDs of new orders', () => {
  /** Adds an order after the start and after a reset, and returns both IDs. */
  function newIds({ fake }: Emulator): string[] {
    const first = fake.orders.add().id;
    fake.reset();
    return [first, fake.orders.add().id];
  }

  test('never repeat, although the initial data does', async () => {
    const [one, other] = [await openEmulator({ empty: false }), await openEmulator({ empty: false })];
    expect(idsOf(one)).toEqual(idsOf(other));

    expect(new Set([...newIds(one), ...newIds(other)]).size).toBe(4);
  });

  test('repeat with a seed', async () => {
    const [one, other] = [await openEmulator({ seed: 7 }), await openEmulator({ seed: 7 })];

    expect(newIds(one)).toEqual(newIds(other));
  });

  test('do not continue from a state file, which may lack orders before a crash', async () => {
    const state = join(await newFolder(), 'state.json');
    await (await startEmulator({ port: 0, state, empty: true })).close();
    const saved = await readFile(state);
    const first = await openEmulator({ state });
    const { id } = first.fake.orders.add();
    await first.close();
    await writeFile(state, saved);

    const second = await openEmulator({ state });
    expect(idsOf(second)).not.toContain(id);
    expect(second.fake.orders.add().id).not.toBe(id);
  });
});
