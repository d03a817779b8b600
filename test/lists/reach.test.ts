import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reach } from '../../src/lists/reach.js';
import { RoundTrip } from '../../src/lists/round-trip.js';

const window = { from: 0, to: 1_000 };
const page = (...instants: number[]) => instants.map((at) => ({ created: new Date(at).toISOString() }));

function reachOf(...pages: (readonly unknown[])[]): Reach {
  const reach = new Reach(window, undefined);
  for (const items of pages) reach.see(items);
  return reach;
}

test('rising dates tell how far a walk came from the beginning of its window', () => {
  const reach = reachOf(page(100, 200), page(300, 400), page(500, 600));
  expect([reach.milliseconds, reach.pages, reach.density]).toEqual([500, 2, 2 / 400]);
});

test('falling dates tell how far it came from the end', () => {
  const reach = reachOf(page(900, 800), page(700, 600));
  expect([reach.milliseconds, reach.pages, reach.density]).toEqual([300, 1, 1 / 200]);
});

test('entries can stand in any order on a page, as where each status is listed by itself', () => {
  expect(reachOf(page(100, 200, 150, 700), page(250, 300, 720)).milliseconds).toBe(250);
});

test('it is the same wherever the window stands in time', () => {
  const pages = fc.array(fc.array(fc.nat(1_000), { maxLength: 3 }), { maxLength: 4 });
  fc.assert(
    fc.property(pages, fc.nat(4e12), (instants, offset) => {
      const figures = [0, offset].map((begin) => {
        const reach = new Reach({ from: begin, to: begin + 1_000 }, 'created');
        for (const each of instants) reach.see(page(...each.map((instant) => begin + instant)));
        return [reach.milliseconds, reach.pages, reach.density];
      });
      expect(figures[1]).toEqual(figures[0]);
    }),
  );
  const later = new Reach({ from: 1_000, to: 2_000 }, undefined);
  for (const instant of [1_100, 1_500]) later.see(page(instant));
  expect(later.milliseconds).toBe(500);
});

test('an empty page tells nothing', () => {
  expect(reachOf(page(100, 200), [], page(500, 600)).milliseconds).toBe(500);
});

test('entries without a date count for nothing', () => {
  expect(reachOf([{}, ...page(100, 200)], [...page(300), null]).milliseconds).toBe(300);
});

test.each([
  ['of one page', [page(100, 200)]],
  ['without order', [page(100, 200), page(500, 600), page(300, 400)]],
  ['of pages that lie inside each other', [page(100, 500), page(200, 400)]],
  ['that have not left the beginning', [page(0), page(0, 100)]],
  ['that stand at both ends', [page(0), page(1_000)]],
  ['of one instant', [page(100), page(100)]],
  ['outside the window', [page(100), page(5_000)]],
  ['that are none', [[{ created: 'soon' }], [{ created: null }], [null, 5, 'text']]],
  ['that only some pages have', [[{}], page(300)]],
])('dates %s do not tell', (_, pages) => {
  const reach = reachOf(...pages);
  expect([reach.milliseconds, reach.density]).toEqual([undefined, undefined]);
});

test('no answer is too strange or too long', () => {
  fc.assert(fc.property(fc.array(fc.array(fc.anything())), (pages) => void reachOf(...pages).density));
  expect(() => reachOf(Array.from({ length: 300_000 }, () => ({ created: '' })))).not.toThrow();
});

test('a round trip is what most answers took, but for the first of a connection', () => {
  const roundTrip = new RoundTrip();
  expect([roundTrip.milliseconds, roundTrip.answers]).toEqual([0, 0]);
  roundTrip.add(2_400);
  expect([roundTrip.milliseconds, roundTrip.answers]).toEqual([0, 0]);
  for (const duration of [800, 2_000, undefined, 1_900, 790]) roundTrip.add(duration);
  expect([roundTrip.milliseconds, roundTrip.answers]).toEqual([800, 4]);
  for (let answer = 0; answer < 9; answer += 1) roundTrip.add(50);
  expect([roundTrip.milliseconds, roundTrip.answers]).toEqual([50, 9]);
});
