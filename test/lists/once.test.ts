import { describe, expect, test } from 'vitest';
import { Once } from '../../src/lists/once.js';

const edge = '1970-01-01T00:00:00.100Z';
const inside = '1970-01-01T00:00:00.050Z';
const older = { from: 0, to: 100 };
const newer = { from: 100, to: 200 };

/** What of two neighbouring windows is handed out of the second. */
function newIn(once: Once, first: readonly unknown[], second: readonly unknown[]): unknown[] {
  once.enter(older);
  for (const entry of first) once.isNew(entry);
  once.enter(newer);
  return second.filter((entry) => once.isNew(entry));
}

test('an id is new once, in its window and in the next, wherever it stands and whatever else changed', () => {
  const once = new Once('created');
  once.enter(older);
  expect(once.isNew({ id: 'o-1', created: inside })).toBe(true);
  expect(once.isNew({ id: 'o-1', created: edge })).toBe(false);
  once.enter(newer);
  expect(once.isNew({ id: 'o-1' })).toBe(false);
  expect(once.isNew({ id: 'o-2' })).toBe(true);
});

test('entries without id are counted: as many copies are dropped as the window before had on the edge', () => {
  const entry = { created: edge, action: 'void' };
  expect(newIn(new Once('created'), [], [entry, entry])).toHaveLength(2);
  expect(newIn(new Once('created'), [entry], [entry, entry])).toHaveLength(1);
  expect(newIn(new Once('created'), [entry, entry], [entry, entry])).toHaveLength(0);
});

test('equal entries without id in one window are all new', () => {
  const once = new Once(undefined);
  once.enter(older);
  expect([{ a: 1 }, { a: 1 }, { a: 1 }].filter((entry) => once.isNew(entry))).toHaveLength(3);
});

test('what stands inside a window is not shared where the date of an entry is known', () => {
  const entry = { created: inside };
  expect(newIn(new Once('created'), [entry], [entry])).toHaveLength(1);
  expect(newIn(new Once(undefined), [entry], [entry])).toHaveLength(0);
});

test('an entry that has no readable date is handed out, as twice is better than never', () => {
  for (const entry of [{ action: 'void' }, { action: 'void', created: null }, { created: 'today' }]) {
    expect(newIn(new Once('created'), [entry], [entry])).toHaveLength(1);
  }
});

test('a copy that was dropped drops none itself', () => {
  const once = new Once(undefined);
  const handedOut = [older, newer, { from: 200, to: 300 }].map((window) => {
    once.enter(window);
    return once.isNew({ note: 'equal' });
  });
  expect(handedOut).toEqual([true, false, true]);
});

test('an instant is the same in every spelling', () => {
  const entry = { created: '1970-01-01T01:00:00.1+01:00' };
  expect(newIn(new Once('created'), [entry], [entry])).toHaveLength(0);
});

test('the order of keys makes no difference, at any depth', () => {
  const one = { created: edge, actor: { id: '1', role: 'waiter' }, list: [{ a: 1, b: 2 }] };
  const same = { list: [{ b: 2, a: 1 }], actor: { role: 'waiter', id: '1' }, created: edge };
  const other = { ...one, list: [{ b: 1, a: 2 }] };
  expect(newIn(new Once('created'), [one], [same])).toHaveLength(0);
  expect(newIn(new Once('created'), [one], [other])).toHaveLength(1);
});

test('an empty id is none, and neither is one that is no text', () => {
  const once = new Once('created');
  once.enter(older);
  for (const entry of [{ id: '' }, { id: '' }, { id: 5 }, { id: 5 }, { id: null }, null, 'text', 3]) {
    expect(once.isNew(entry)).toBe(true);
  }
});

test('a window that is not the neighbour is forgotten', () => {
  const once = new Once(undefined);
  for (const window of [older, newer, { from: 200, to: 300 }]) {
    once.enter(window);
    if (window !== newer) expect(once.isNew({ id: 'o-1' })).toBe(true);
  }
});

describe('a window that is walked anew in parts', () => {
  const parts = [
    { from: 100, to: 150 },
    { from: 150, to: 200 },
  ];

  /** What the parts hand out, after some entries of the whole window were. */
  function anew(
    once: Once,
    handedOut: readonly unknown[],
    ...found: readonly (readonly unknown[])[]
  ): number[] {
    once.enter(newer);
    for (const entry of handedOut) once.isNew(entry);
    once.startAnew();
    return parts.map((part, index) => {
      once.enter(part);
      return (found[index] ?? []).filter((entry) => once.isNew(entry)).length;
    });
  }

  test('hands out no id again, in whatever part it stands', () => {
    const [one, two, three] = [{ id: 'o-1' }, { id: 'o-2' }, { id: 'o-3' }];
    expect(anew(new Once(undefined), [one, two], [two, three], [three, one])).toEqual([1, 0]);
  });

  test.each([undefined, 'created'] as const)(
    'hands out the copies without id that are left (%s)',
    (field) => {
      const entry = { created: '1970-01-01T00:00:00.120Z', action: 'void' };
      expect(anew(new Once(field), [entry, entry], [entry, entry, entry])).toEqual([1, 0]);
    },
  );

  test('still drops what the window before it handed out', () => {
    const once = new Once('created');
    const entry = { created: edge, action: 'void' };
    once.enter(older);
    expect(once.isNew(entry)).toBe(true);
    expect(anew(once, [entry], [entry])).toEqual([0, 0]);
  });

  test('shares its edges with its parts, and they with what follows', () => {
    const once = new Once('created');
    const middle = { created: '1970-01-01T00:00:00.150Z', action: 'void' };
    const last = { created: '1970-01-01T00:00:00.200Z', action: 'void' };
    expect(anew(once, [middle, last], [middle], [middle, last])).toEqual([0, 0]);
    once.enter({ from: 200, to: 300 });
    expect(once.isNew(last)).toBe(false);
    expect(once.isNew(last)).toBe(true);
  });

  test('can be walked anew in its parts again', () => {
    const once = new Once('created');
    const entry = { created: '1970-01-01T00:00:00.120Z', action: 'void' };
    expect(anew(once, [entry])).toEqual([0, 0]);
    const again = new Once('created');
    again.enter(newer);
    again.isNew(entry);
    again.startAnew();
    again.enter({ from: 100, to: 150 });
    expect([again.isNew(entry), again.isNew(entry)]).toEqual([false, true]);
    again.startAnew();
    again.enter({ from: 100, to: 125 });
    expect([again.isNew(entry), again.isNew(entry), again.isNew(entry)]).toEqual([false, false, true]);
  });

  test.each([{ from: 200, to: 300 }, older])('is forgotten behind its end, whichever that is: %j', (next) => {
    const once = new Once(undefined);
    anew(once, [{ id: 'o-1' }]);
    once.enter(next);
    expect(once.isNew({ id: 'o-1' })).toBe(true);
  });

  test('is none of which so much was handed out that not all is remembered', () => {
    const once = new Once('created');
    once.enter(newer);
    expect(once.canStartAnew).toBe(true);
    expect(handOut(once, 4_000)).toBe(4_000);
    expect(once.canStartAnew).toBe(true);
    expect(handOut(once, 1)).toBe(1);
    expect(once.canStartAnew).toBe(false);
    expect(handOut(once, 1)).toBe(1);
    once.enter(older);
    expect(once.canStartAnew).toBe(true);
  });

  test('hands out nothing again, however much stands in a part of it', () => {
    const once = new Once('created');
    const entry = { created: '1970-01-01T00:00:00.120Z', action: 'void' };
    once.enter(newer);
    once.isNew(entry);
    once.startAnew();
    once.enter(newer);
    expect(handOut(once, 5_000)).toBe(5_000);
    expect([once.isNew(entry), once.isNew(entry)]).toEqual([false, true]);
  });

  /** How many of so many equal entries are handed out. */
  function handOut(once: Once, count: number): number {
    return Array.from({ length: count }, () => once.isNew({ created: inside })).filter(Boolean).length;
  }
});
