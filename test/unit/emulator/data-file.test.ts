import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FakeOutlet } from 'outlet-open-api/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../src/emulator/index.js';
import { startEmulator } from '../../../src/emulator/index.js';
import { newFolder } from '../../support/new-folder.js';
import { openEmulator } from './running.js';

let path: string;

beforeEach(async () => {
  path = join(await newFolder(), 'outlet.json');
});

/** Saves an outlet in the file. */
async function save(change: (fake: FakeOutlet) => void, options: EmulatorOptions = {}): Promise<void> {
  const { fake, close } = await startEmulator({ port: 0, state: path, empty: true, ...options });
  change(fake);
  await close();
}

/** Starts with the data of the file. */
async function open(options: EmulatorOptions = {}): Promise<FakeOutlet> {
  return (await openEmulator({ empty: false, data: path, ...options })).fake;
}

function dataOf({ channels, menus, orders, goodsReceipts, updateOutlet }: FakeOutlet): unknown {
  return [channels.all(), menus.all(), orders.all(), goodsReceipts.all(), updateOutlet()];
}

function addAll(fake: FakeOutlet): void {
  fake.channels.add({ id: 'table-99', type: 'dine-in' });
  fake.menus.add({ id: 'item-pie', name: 'Pie', price: 7, options: [] });
  fake.orders.add({ id: 'o-1', createdBy: 'digital-ordering' });
  fake.goodsReceipts.add();
  fake.updateOutlet({ name: 'Saved Bistro' });
  fake.keys.create({ useCase: 'order-data', label: 'Second' });
  fake.keys.remove('reservations');
}

describe('the data of a file', () => {
  it('is that of the outlet, and the file does not change', async () => {
    let saved: unknown[] = [];
    await save((fake) => {
      addAll(fake);
      saved = [dataOf(fake), fake.keys.all(), fake.outletId, fake.merchantId];
    });
    const content = await readFile(path, 'utf8');

    const { fake, close } = await openEmulator({ empty: false, data: path });
    expect([dataOf(fake), fake.keys.all(), fake.outletId, fake.merchantId]).toEqual(saved);
    fake.orders.add();
    await close();

    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it.each([true, false])('returns with a reset that keeps the keys: %s', async (keepKeys) => {
    await save(addAll, { currency: 'USD' });
    const fake = await open();
    const [data, keys] = [dataOf(fake), structuredClone(fake.keys.all())];
    const key = fake.key('digital-ordering');

    fake.orders.complete('o-1');
    fake.channels.remove('table-99');
    fake.updateOutlet({ name: 'Other' });
    if (!keepKeys) {
      fake.keys.remove('order-data');
      key.webhookUrl = 'https://receiver.example';
    }
    fake.reset({ keepKeys });

    expect(dataOf(fake)).toEqual(data);
    expect(fake.keys.all()).toEqual(keys);
    expect(fake.key('digital-ordering')).toBe(key);
    fake.orders.add({ id: 'o-2' });
    fake.reset({ keepKeys });
    expect(dataOf(fake)).toEqual(data);
  });

  it('is also that of added outlets, with keys of their own', async () => {
    await save(addAll);
    const fake = await open({ webhookFetch: async () => new Response() });

    const added = fake.addOutlet();

    expect(dataOf(added)).toEqual(dataOf(fake));
    expect(added.keys.all()).toHaveLength(4);
    const own = added.key('digital-ordering');
    expect(own.token).not.toBe(fake.key('digital-ordering').token);
    own.webhookUrl = 'https://own.example';
    added.orders.inKitchen('o-1');
    await fake.idle();
    expect(fake.deliveries.map(({ key }) => key)).toEqual([own]);
    expect(fake.orders.get('o-1')).toMatchObject({ status: 'open' });
    const response = await fake.fetch(`${fake.baseUrl}/api/v1/orders/o-1/action-log`, {
      headers: { authorization: `Bearer ${own.token}` },
    });
    const { data } = await response.json();
    const actors = data.map(({ actor }: { actor: { id: string } }) => actor.id);
    expect(actors).toContain(JSON.parse(atob(own.token.split('.')[1] ?? '')).id);
  });

  it('does not determine the IDs of new entries', async () => {
    let id = '';
    await save(
      (fake) => {
        id = fake.orders.add().id;
      },
      { seed: 9 },
    );

    const [one, other] = [await open({ seed: 9 }), await open({ seed: 9 })].map(
      (fake) => fake.orders.add().id,
    );

    expect(one).toBe(other);
    expect(one).not.toBe(id);
  });

  it('can be in hostile mode by another seed', async () => {
    await save(() => {}, { seed: 9 });

    const fake = await open({ seed: 3, hostile: true });
    const plain = await openEmulator({ seed: 3, hostile: true });

    expect(fake.assumptions).toEqual(plain.fake.assumptions);
    expect((await open()).assumptions.wrapper).toBe('data');
  });

  it('keeps the clock ahead', async () => {
    await save((fake) => fake.clock.advance(86_400_000));
    const fake = await open();

    for (const reset of [false, true]) {
      if (reset) fake.reset();
      expect(fake.clock.now() - Date.now()).toBeGreaterThan(86_000_000);
    }
  });

  it('needs a file', async () => {
    await expect(startEmulator({ port: 0, data: path })).rejects.toThrow(
      `The state file ${path} does not exist. To create one, start with --state ${path}.`,
    );
  });

  it('cannot be combined with a state file', async () => {
    await expect(startEmulator({ port: 0, data: path, state: path })).rejects.toThrow(TypeError);
  });
});

describe('what assume has set', () => {
  const assumed = { wrapper: 'records', bareLists: true };

  it('is in the state file until a reset', async () => {
    await save((fake) => fake.assume(assumed));
    const { fake, close } = await openEmulator({ state: path });
    expect(fake.assumptions).toMatchObject(assumed);
    fake.reset();
    expect(fake.assumptions).toMatchObject({ wrapper: 'data', bareLists: false });
    await close();

    await save((resumed) => expect(resumed.assumptions.wrapper).toBe('data'));
  });

  it.each([
    [undefined, 'data'],
    [{ wrapper: 'list' }, 'list'],
  ])('can be %j in the file', async (inFile, wrapper) => {
    await save(() => {});
    const state = JSON.parse(await readFile(path, 'utf8'));
    state.options.assumed = inFile;
    await writeFile(path, JSON.stringify(state));

    expect((await open()).assumptions.wrapper).toBe(wrapper);
  });

  it('must be valid in the file', async () => {
    await save((fake) => fake.assume({ wrapper: '' }));

    await expect(open()).rejects.toThrow('is broken: options.assumed.wrapper is invalid.');
  });

  it('applies unless the options of the start differ', async () => {
    await save((fake) => fake.assume(assumed));

    const { fake } = await openEmulator({ state: path, wrapper: 'orders' });

    expect(fake.assumptions).toMatchObject({ wrapper: 'orders', bareLists: true });
  });

  it('is what a reset restores if the file has the initial data', async () => {
    await save((fake) => fake.assume(assumed));
    const fake = await open({ wrapper: 'orders' });

    fake.assume({ bareLists: false });
    fake.reset();

    expect(fake.assumptions).toMatchObject({ wrapper: 'orders', bareLists: true });
  });
});
