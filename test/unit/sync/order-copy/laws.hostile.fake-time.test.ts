import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { runs } from '../../../support/runs.js';
import { day, hour, nameOf, noMishaps, sleep, World } from './world.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.setSystemTime('2026-06-15T12:00:00Z');
  vi.setTimerTickMode('nextTimerAsync');
});

const ids = ['o-1', 'o-2', 'o-3'];
const steps = ['staff', 'staff', 'staff', 'staff', 'staff', 'nightly', 'jump', 'wait'] as const;
type Place = World['places'][number];

/** Orders of the last year, of which the API lists the ended ones. */
function addPast(world: World, { fake }: Place): void {
  for (let index = 0; index < 30; index += 1) {
    // Not at the bound of a slice, because a list with exclusive bounds would lack it.
    const age = world.pick([1, 5, 20, 29, 33, 45, 100]) * day + 1_007 * (index + 1);
    const created = new Date(Date.now() - age);
    const status = world.pick(['complete', 'complete', 'cancelled'] as const);
    const partnerAggregated = world.chance(0.1);
    const payments = [{ amount: index + 0.1 }];
    const items = [{ menuItemId: 'm-1', customerName: `A\0da \ud800 \\u0000 ${index}` }];
    fake.orders.add({ id: `past-${index}`, created, status, partnerAggregated, payments, items });
  }
}

/** Changes an order in a way that its status allows. Returns whether an event follows. */
function change(world: World, { fake: { orders } }: Place, id: string): boolean {
  const status = orders.get(id)?.status;
  const changes = {
    add: () => orders.add({ id, payments: [{ amount: 10.5 }] }),
    complete: () => orders.complete(id),
    cancel: () => orders.cancel(id),
    kitchen: () => orders.inKitchen(id),
    change: () => orders.changeTotals(id, { appliedDiscounts: [{ name: `d-${Date.now()}` }] }),
    reopen: () => orders.reopen(id),
  };
  const possible: (keyof typeof changes)[] = [];
  if (status === undefined) possible.push('add');
  if (status === 'open') possible.push('complete', 'complete', 'cancel', 'change', 'kitchen');
  if (status === 'inKitchen') possible.push('complete', 'cancel', 'change');
  if (status === 'complete') possible.push('reopen', 'cancel');
  if (possible.length === 0) return false;
  const name = world.pick(possible);
  changes[name]();
  return name !== 'reopen';
}

const plan = fc.record({
  seed: fc.noBias(fc.nat(1_000_000)),
  mishaps: fc.constantFrom(
    { lostEvent: 0, failingCallback: 0.05, kill: 0.005 },
    { lostEvent: 0, failingCallback: 0, kill: 0 },
    { lostEvent: 0.4, failingCallback: 0.05, kill: 0.005 },
    { lostEvent: 1, failingCallback: 0, kill: 0 },
  ),
  hasJumps: fc.boolean(),
  // Otherwise, most stories would be too short for an order to be reopened.
  story: fc.noBias(
    fc.array(fc.tuple(fc.constantFrom(...steps), fc.constantFrom(...ids), fc.nat(1)), {
      maxLength: 40,
      size: 'max',
    }),
  ),
});

test('whatever happens, a copy is right after one night, and events alone keep it right if none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ seed, mishaps, hasJumps, story }) => {
      const world = new World(seed);
      const nightly = ({ outletRef, clients }: Place) =>
        world.untilDone((copy) => copy.reconcile(world.pick(clients), { outletRef, leaseDuration: 1_000 }));
      for (const place of world.places) addPast(world, place);
      const from = new Date(Date.now() - 200 * day);
      world.mishaps = { ...mishaps, failingCallback: mishaps.failingCallback / 10 };
      for (const { outletRef, clients } of world.places) {
        const options = { outletRef, from, leaseDuration: 1_000 };
        await world.untilDone((copy) => copy.backfill(world.pick(clients), options));
      }
      for (const place of world.places) await nightly(place);
      for (const [step, id, index] of story) {
        const place = world.places[index] ?? world.pick(world.places);
        world.mishaps = { ...mishaps, kill: world.mishaps.kill };
        if (step === 'nightly') await nightly(place);
        else if (step === 'wait') vi.setSystemTime(Date.now() + world.pick([hour, day, 3 * day]));
        else if (step === 'jump' && hasJumps)
          world.jump(world.pick([-2 * hour, -5_000, -50, 7_000, 3 * hour, 20 * day, -20 * day]));
        else if (step === 'staff' && change(world, place, id)) world.announce(place, id);
        if (world.chance(0.3)) await sleep(world.pick([0, 1, 40, 400]));
      }
      world.mishaps = { ...mishaps, failingCallback: 0, kill: 0 };
      await world.settled();
      if (mishaps.lostEvent === 0) for (const place of world.places) await world.expectRight(place, false);
      world.mishaps = noMishaps;
      world.setClock();
      vi.setSystemTime(Date.now() + day);
      for (const place of world.places) {
        await nightly(place);
        await world.expectRight(place);
      }
    }),
    // Shrinking a counterexample could take longer than the test may.
    { numRuns: runs(16), interruptAfterTimeLimit: 100_000 },
  );
}, 120_000);

test('a failing order does not stop the others, and the run rejects, and the next run writes it', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  const { outletRef, fake, clients } = place;
  const outlet = world.pick(clients);
  for (const id of ids) fake.orders.add({ id, status: 'complete', payments: [{ amount: 3 }] });
  await sleep(10);
  world.poisoned = nameOf(outletRef, 'o-3');
  await expect(world.copy.reconcile(outlet, { outletRef })).rejects.toThrow(
    /^The reconciliation could not write 1 orders of "outlet-0", such as "o-3"/,
  );
  const found = await Promise.all(ids.map(async (id) => Boolean(await world.copy.get(outletRef, id))));
  expect(found).toEqual(ids.map((id) => id !== 'o-3'));
  world.poisoned = undefined;
  expect(await world.copy.reconcile(outlet, { outletRef })).toMatchObject({ added: 1, changed: 0 });
  await world.expectRight(place);
});

test('a run covers everything since the last complete run, also if runs failed or none ran', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  const { outletRef, fake, clients } = place;
  const reconcile = () => world.copy.reconcile(world.pick(clients), { outletRef, days: 1 });
  await reconcile();
  await sleep(1.5 * hour);
  fake.orders.add({ id: 'o-1', status: 'complete', payments: [{ amount: 3 }] });
  world.poisoned = nameOf(outletRef, 'o-1');
  for (let night = 0; night < 3; night += 1) {
    // Not a whole day, because a list with exclusive bounds would lack an order at a bound.
    vi.setSystemTime(Date.now() + day + hour);
    await expect(reconcile()).rejects.toThrow('could not write 1 orders');
  }
  world.poisoned = undefined;
  expect(await reconcile()).toMatchObject({ added: 1 });
  await world.expectRight(place);
});

test('an order that left the list and returns 404 stays, and the report names it', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  const { outletRef, fake, clients } = place;
  const outlet = world.pick(clients);
  fake.assume({ listsPartnerAggregated: true });
  fake.orders.add({ id: 'o-1', status: 'complete', partnerAggregated: true });
  await sleep(10);
  expect(await world.copy.reconcile(outlet, { outletRef })).toMatchObject({ added: 1, notFound: [] });
  fake.orders.reopen('o-1');
  expect(await world.copy.reconcile(outlet, { outletRef })).toMatchObject({ changed: 0, notFound: ['o-1'] });
  expect(await world.copy.get(outletRef, 'o-1')).toMatchObject({ status: 'complete' });
  fake.orders.cancel('o-1');
  await sleep(10);
  expect(await world.copy.reconcile(outlet, { outletRef })).toMatchObject({ changed: 1, notFound: [] });
  expect(await world.copy.get(outletRef, 'o-1')).toMatchObject({ status: 'cancelled' });
});

test('an order that ends while a run lists, and is reopened later, is open after the next run', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  const { outletRef, fake } = place;
  fake.orders.add({ id: 'o-1' });
  await world.refresh(place, 'o-1', 0);
  const reconcile = (lag: number) => world.copy.reconcile(world.lagging(place, lag), { outletRef });
  await reconcile(0);
  const run = reconcile(300);
  await sleep(50);
  fake.orders.complete('o-1');
  await world.refresh(place, 'o-1', 0);
  await run;
  expect(await world.copy.get(outletRef, 'o-1')).toMatchObject({ status: 'complete' });
  fake.orders.reopen('o-1');
  await reconcile(0);
  expect(await world.copy.get(outletRef, 'o-1')).toMatchObject({ status: 'open' });
});

test('a response that comes late does not replace a newer order', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  place.fake.orders.add({ id: 'o-1' });
  const late = world.refresh(place, 'o-1', 300);
  await sleep(50);
  place.fake.orders.complete('o-1');
  await world.refresh(place, 'o-1', 0);
  await late;
  await world.expectRight(place);
});

test.each([
  ['while an order is read', -100, 200],
  ['by days, so that all rows seem to be of the future', -20 * day, 0],
])('an order is written although the clock of the store goes back %s', async (_, jump, lag) => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  place.fake.orders.add({ id: 'o-1' });
  await world.refresh(place, 'o-1', 0);
  world.jump(jump);
  place.fake.orders.complete('o-1');
  await world.refresh(place, 'o-1', lag);
  await world.expectRight(place);
});

test('an event that arrives during a read leads to another read', async () => {
  const world = new World(1);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  const { outletRef, fake } = place;
  fake.orders.add({ id: 'o-1', payments: [{ amount: 1 }] });
  const first = world.refresh(place, 'o-1', 200);
  await sleep(50);
  fake.orders.complete('o-1');
  await Promise.all([first, world.refresh(place, 'o-1', 200)]);
  expect(await world.copy.get(outletRef, 'o-1')).toMatchObject({ status: 'complete' });
});

test('an order that differs, and changes after its page was read, is written as it is', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  place.fake.orders.add({ id: 'o-1', payments: [{ amount: 5 }] });
  await world.refresh(place, 'o-1', 0);
  place.fake.orders.complete('o-1');
  await sleep(10);
  const run = world.copy.reconcile(world.lagging(place, 300), { outletRef: place.outletRef });
  await sleep(100);
  place.fake.orders.cancel('o-1');
  await run;
  await world.expectRight(place);
});

test('orders that the copy lacks are written as listed, without a request for each', async () => {
  const world = new World(7);
  const [place] = world.places;
  if (!place) throw new Error('There is no outlet.');
  const { outletRef, fake, clients } = place;
  for (const id of ids) fake.orders.add({ id, status: 'complete', payments: [{ amount: 3 }] });
  await sleep(10);
  expect(await world.copy.reconcile(world.pick(clients), { outletRef })).toMatchObject({ added: 3 });
  expect(fake.requests.filter(({ path }) => /\/orders\/./.test(path))).toEqual([]);
  await world.expectRight(place);
});
