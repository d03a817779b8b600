import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadStateFile, type StateOptions } from '../../../src/emulator/state-file/load-state-file.js';
import { restoreSnapshot, takeSnapshot } from '../../../src/emulator/state-file/snapshot.js';
import { createStateSaver } from '../../../src/emulator/state-file/state-saver.js';
import { createFake, type Fake } from '../../../src/fake/create-fake-outlet.js';
import type { FakeOutletOptions } from '../../../src/fake/fake-outlet.js';
import { newFolder } from '../../support/new-folder.js';
import { publishMenu } from '../fake/menu.js';
import { send } from '../fake/send.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await newFolder();
  path = join(folder, 'state.json');
});

const options = { webhookFetch: async () => new Response(), rateLimit: false, empty: true } as const;

function start(more: FakeOutletOptions = {}): Fake {
  return createFake({ ...options, ...more }, () => {});
}

/** Saves a fake, and resumes from the file as another process would. */
async function restart(fake: Fake, more: StateOptions = {}): Promise<Fake> {
  const saver = createStateSaver(path, () => takeSnapshot(fake), throwError);
  await saver.close();
  const snapshot = await loadStateFile(path, more);
  if (!snapshot) throw new Error('The state was not saved.');
  const after = createFake({ ...options, ...snapshot.options }, () => {});
  restoreSnapshot(after, snapshot);
  return after;
}

function throwError(error: Error): never {
  throw error;
}

/** What a merchant and a client see. */
function dataOf({ fake, settings }: Fake): unknown {
  const { orders, goodsReceipts, channels, menus, keys, outletId, merchantId } = fake;
  return JSON.parse(
    JSON.stringify({
      orders: orders.all(),
      receipts: goodsReceipts.all(),
      channels: channels.all(),
      menus: menus.all(),
      keys: keys.all(),
      details: fake.updateOutlet(),
      ids: [outletId, merchantId],
      settings,
    }),
  );
}

describe('a restart', () => {
  it('keeps all data', async () => {
    const before = start({ seed: 7, hostile: true, empty: false });
    const { fake } = before;
    fake.orders.complete(fake.orders.add().id);
    fake.goodsReceipts.cancel(fake.goodsReceipts.add({ deliveryDate: new Date(0) }).id);
    fake.channels.add({ id: 'table-99', type: 'dine-in' });
    fake.menus.update('item-pizza', { price: 99 });
    fake.updateOutlet({ name: '<script>' });
    fake.keys.create({ useCase: 'order-data', label: 'Second', webhookUrl: 'https://second.example' });
    fake.keys.revoke('reservations');
    fake.key('inventory-management').webhookUrl = 'https://stock.example';

    const after = await restart(before);

    expect(dataOf(after)).toEqual(dataOf(before));
    expect(after.fake.assumptions.windowPhase).toBe(fake.assumptions.windowPhase);
  });

  it('continues the clock, IDs, tokens and numbers', async () => {
    const before = start();
    before.fake.orders.add();
    before.fake.clock.advance(3_600_000);
    before.fake.reset({ seed: 5 });
    before.fake.orders.add();
    before.fake.keys.create({ useCase: 'order-data' });
    before.fake.clock.advance(7_200_000);
    const after = await restart(before);
    const next = ({ fake }: Fake) => [
      fake.orders.add().id,
      fake.keys.create({ useCase: 'order-data' }).token,
      fake.goodsReceipts.add().goodsReceiptNumber,
    ];

    expect(after.clock.aheadBy).toBe(7_200_000);
    expect(next(after)).toEqual(next(before));
    for (const { fake } of [before, after]) fake.reset();
    expect(next(after)).toEqual(next(before));
    expect(after.fake.keys.all().map(({ token }) => token)).toEqual(
      before.fake.keys.all().map(({ token }) => token),
    );
  });

  it('repeats the response to an idempotency key', async () => {
    const before = start();
    publishMenu(before.fake);
    const post = {
      headers: { 'idempotency-key': '6f1c2a0e-8f6b-4c57-9d3a-0c4f5e6d7a8b' },
      body: { channelId: 'channel-foodie', items: [{ menuItemId: 'item-pizza', quantity: 1 }] },
    };
    const created = await send(before.fake, 'POST /orders', post);
    const { fake } = await restart(before);
    const orders = fake.orders.all().length;

    const repeated = await send(fake, 'POST /orders', post);

    expect(repeated).toMatchObject({ status: 201, body: created.body });
    expect(repeated.headers.get('x-idempotent-replay')).toBe('true');
    expect(fake.orders.all()).toHaveLength(orders);
    expect((await send(fake, 'POST /orders', { ...post, body: {} })).status).toBe(409);
  });

  it('keeps who created an order, even if the key was deleted', async () => {
    const before = start();
    const key = before.fake.keys.create({ useCase: 'digital-ordering', label: 'Deleted' });
    const [own, deleted] = ['digital-ordering' as const, key].map(
      (createdBy) => before.fake.orders.add({ createdBy }).id,
    );
    before.fake.keys.remove(key);
    before.fake.key('digital-ordering').webhookUrl = 'https://own.example';

    const { fake, outlet } = await restart(before);
    for (const id of [own, deleted]) fake.orders.inKitchen(String(id));
    await fake.idle();

    expect(fake.deliveries.map(({ payload }) => payload.id)).toEqual([own]);
    expect(outlet.state.orders.get(String(deleted))?.createdBy).toMatchObject({ label: 'Deleted' });
    expect(fake.keys.all()).toHaveLength(4);
  });

  it('keeps the photos of base menus', async () => {
    const before = start();
    const post = async ({ fake }: Fake, itemImage: string) => {
      const body = { channelId: 'channel-foodie', name: 'Base', menuItems: [{ photos: [{ itemImage }] }] };
      return send(fake, 'POST /base-menus', { body });
    };
    const { body } = await post(before, 'https://photos.example/pizza.jpg');
    const copy = JSON.stringify(body).match(/https:[^"]+/)?.[0] ?? '';

    expect((await post(await restart(before), copy)).status).toBe(201);
  });
});

describe('a file', () => {
  const load = (choice: StateOptions = {}) => loadStateFile(path, choice);

  it('does not exist yet', async () => {
    expect(await load()).toBeUndefined();
  });

  it('needs a folder', async () => {
    path = join(folder, 'missing', 'state.json');

    await expect(load()).rejects.toThrow(
      /^The state file cannot be created: ENOENT.* Check that its folder exists and is/,
    );
  });

  it('cannot be a folder', async () => {
    await expect(loadStateFile(folder, {})).rejects.toThrow(/^The state file cannot be read: EISDIR/);
  });

  const foreign = /is not a state file of the emulator\. Use another path\.$/;
  it.each([
    ['', 'is broken: it is not complete JSON. It was not changed.'],
    [
      '{"format":"outlet-open-api emulator","versi',
      'is broken: it is not complete JSON. It was not changed.',
    ],
    ['{}', foreign],
    ['[]', foreign],
    ['{"name":"a-package","version":1}', foreign],
    ['{"format":"outlet-open-api emulator","version":1}', /is broken: options is invalid/],
    [
      '{"format":"outlet-open-api emulator","version":2}',
      /is from a newer version of outlet-open-api\. Update/,
    ],
  ])('that contains %j is rejected and kept', async (text, message) => {
    await writeFile(path, text);

    await expect(load()).rejects.toThrow(message);

    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('names the field that is invalid', async () => {
    const before = start();
    for (const id of ['o-0', 'o-1']) before.fake.orders.add({ id });
    await restart(before);
    const state = JSON.parse(await readFile(path, 'utf8'));
    state.orders[1].order.items = 'pizza';
    await writeFile(path, JSON.stringify(state));

    await expect(load()).rejects.toThrow(`${path} is broken: orders.1.order.items is invalid.`);
  });

  it.each(['file:///etc/passwd', 'data:,', 'hooks'])('has no webhook URL such as %s', async (url) => {
    await restart(start());
    const state = JSON.parse(await readFile(path, 'utf8'));
    state.keys.entries[0].webhookUrl = url;
    await writeFile(path, JSON.stringify(state));

    await expect(load()).rejects.toThrow('keys.entries.0.webhookUrl is invalid');
  });

  it('has only tokens that are safe in the lines for a shell', async () => {
    await restart(start());
    const state = JSON.parse(await readFile(path, 'utf8'));
    state.keys.entries[0].token = 'x$(touch pwned)';
    await writeFile(path, JSON.stringify(state));

    await expect(load()).rejects.toThrow('keys.entries.0.token is invalid');
  });

  it('determines seed and hostile mode', async () => {
    await restart(start({ seed: 3, hostile: true }));

    expect((await load())?.options).toMatchObject({ seed: 3, hostile: true });
    expect(await load({ seed: 3, hostile: true })).toBeDefined();
    await expect(load({ seed: 4 })).rejects.toThrow('was saved with seed 3, not 4. Omit the seed');
    await expect(load({ hostile: false })).rejects.toThrow('was saved with hostile mode. Omit the option');
    await restart(start());
    await expect(load({ hostile: true })).rejects.toThrow('was saved with hostile mode off. Omit the option');
  });
});

describe('saving', () => {
  const saverOf = (fake: Fake, onError: (error: Error) => void = throwError) => {
    const take = vi.fn(() => takeSnapshot(fake));
    return { take, saver: createStateSaver(path, take, onError) };
  };

  it('makes a file that only its user can read, and leaves no other', async () => {
    await writeFile(path, '{}', { mode: 0o644 });
    await writeFile(`${path}.part`, 'left by a crash', { mode: 0o644 });

    await restart(start());

    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  /** Starts a save, and changes the data while it runs. Returns the ID of an order that is not in the file yet. */
  async function changeDuringSave() {
    vi.useFakeTimers();
    const running = start();
    const { saver, take } = saverOf(running);
    saver.saveSoon();
    await vi.advanceTimersByTimeAsync(1_000);
    const { id } = running.fake.orders.add();
    saver.saveSoon();
    return { saver, take, id };
  }

  it('happens once for all changes of a second', async () => {
    vi.useFakeTimers();
    const { saver, take } = saverOf(start());

    for (let change = 0; change < 100; change += 1) saver.saveSoon();
    await vi.advanceTimersByTimeAsync(999);
    expect(take).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => existsSync(path)).toBe(true);

    expect(take).toHaveBeenCalledTimes(1);
    await saver.close();
  });

  it('saves what changes during a save', async () => {
    const { saver, take, id } = await changeDuringSave();
    expect(take).toHaveBeenCalledTimes(1);

    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return readFile(path, 'utf8');
      })
      .toContain(id);

    expect(take).toHaveBeenCalledTimes(2);
    await saver.close();
  });

  it('saves for the outlet in the file only, because a change names its outlet', () => {
    const changes: unknown[] = [];
    const { fake, addOutlet } = createFake(options, (...change) => changes.push(change));
    const added = addOutlet({ outletId: 'outlet-2' }).fake;
    changes.length = 0;
    fake.orders.add();
    added.orders.add();

    expect(changes).toEqual([
      ['orders', fake.outletId],
      ['orders', 'outlet-2'],
    ]);
  });

  it('ends with a last save, also after a save that is running', async () => {
    const { saver, take, id } = await changeDuringSave();

    await Promise.all([saver.close(), saver.close()]);
    saver.saveSoon();
    await vi.advanceTimersByTimeAsync(10_000);

    expect(await readFile(path, 'utf8')).toContain(id);
    expect(take).toHaveBeenCalledTimes(2);
  });

  it('reports the first of several failures, tries again, and rejects if the last save fails', async () => {
    vi.useFakeTimers();
    path = join(folder, 'missing', 'state.json');
    const onError = vi.fn();
    const { saver, take } = saverOf(start(), onError);

    saver.saveSoon();
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        return take.mock.calls.length;
      })
      .toBeGreaterThan(2);
    expect(onError).toHaveBeenCalledTimes(1);
    const message =
      /^The state was not saved in .*state\.json: ENOENT.* Check its folder, permissions and free space\.$/;
    expect(onError.mock.calls[0]?.[0].message).toMatch(message);
    await expect(saver.close()).rejects.toThrow(message);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
