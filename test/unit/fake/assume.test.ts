import { describe, expect, it } from 'vitest';
import { fakeAtNoon, send } from './send.js';

describe('assume', () => {
  it('changes how the fake responds from the next request on', async () => {
    const fake = fakeAtNoon();
    const { assumptions } = fake;

    fake.assume({ wrapper: 'records', allows: { reservations: [] } });

    expect((await send(fake, 'GET /channels')).body).toMatchObject({ records: expect.any(Array) });
    expect((await send(fake, 'GET /channels', { as: 'reservations' })).status).toBe(403);
    expect(fake.assumptions).toBe(assumptions);
    expect(assumptions).toMatchObject({ wrapper: 'records', webhookRetries: 5 });
  });

  it('keeps earlier changes', () => {
    const fake = fakeAtNoon();

    fake.assume({ wrapper: 'records' });
    fake.assume({ bareLists: true });

    expect(fake.assumptions).toMatchObject({ wrapper: 'records', bareLists: true });
  });

  it.each([
    ['the default', {}, 'data'],
    ['the option of the fake', { wrapper: 'orders', hostile: true }, 'orders'],
    ['the choice of hostile mode', { hostile: true, seed: 5 }, 'records'],
  ])('restores %s with undefined', (_, options, wrapper) => {
    const fake = fakeAtNoon(options);

    fake.assume({ wrapper: 'list', webhookRetries: 9 });
    fake.assume({ wrapper: undefined });

    expect(fake.assumptions).toEqual({ ...fakeAtNoon(options).assumptions, webhookRetries: 9 });
    expect(fake.assumptions.wrapper).toBe(wrapper);
  });

  it('lasts until a reset', () => {
    const fake = fakeAtNoon({ wrapper: 'orders' });

    fake.assume({ wrapper: 'list', webhookRetries: 9 });
    fake.reset();

    expect(fake.assumptions).toEqual(fakeAtNoon({ wrapper: 'orders' }).assumptions);
  });

  it('also changes added outlets', async () => {
    const fake = fakeAtNoon();
    const other = fake.addOutlet();

    other.assume({ bareLists: true });

    for (const outlet of [fake, other]) {
      expect((await send(outlet, 'GET /channels')).body).toBeInstanceOf(Array);
    }
  });

  it('does not change what is stored', () => {
    const fake = fakeAtNoon();
    const items = [{ totalPrice: 10 }];
    const before = fake.goodsReceipts.add({ items });

    fake.assume({ headerDifference: 0.01 });

    expect(fake.goodsReceipts.all()).toContainEqual(before);
    expect(fake.goodsReceipts.add({ items }).total).toBe(10.01);
  });
});

describe('a value that an assumption does not have', () => {
  it.each([
    [{ orderSorting: 'newest' }, '"newest": it must be one of oldest-first, newest-first, shuffled.'],
    [{ undocumentedFields: 'false' }, '"false": it must be one of true, false.'],
    [{ bounds: { orders: 'closed' } }, '"closed": it must be one of inclusive, exclusive, half-open.'],
    [{ emptyPages: null, hostile: true }, 'null: it must be one of list, null, absent.'],
  ])('is rejected, as from a JSON file: %j', (options, problem) => {
    expect(() => fakeAtNoon(JSON.parse(JSON.stringify(options)))).toThrow(problem);
  });

  it('changes nothing', () => {
    const fake = fakeAtNoon();

    expect(() => fake.assume({ wrapper: 'list', ...JSON.parse('{"emptyLists":"none"}') })).toThrow('"none"');
    fake.assume({ bareLists: true });

    expect(fake.assumptions).toEqual({ ...fakeAtNoon().assumptions, bareLists: true });
  });
});
