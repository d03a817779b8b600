import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/reference/assumptions.md', import.meta.url), 'utf8');

/** The last cells of the rows with an option, such as `bounds`: `'inclusive'`, `'exclusive'`. */
const cells = new Map(
  Array.from(page.matchAll(/\| (`(\w+)`: [^|]+) \|$/gm), ([, cell = '', name = '']) => [name, cell]),
);

test('docs/reference/assumptions.md has one row for each option of the fake', () => {
  const options = Object.keys(createFakeOutlet().assumptions);

  expect([...cells.keys()].toSorted()).toEqual(options.toSorted());
});

test('the table has every value that hostile mode draws', () => {
  const seeds = Array.from({ length: 100 }, (_, seed) => seed);
  const missing = seeds.flatMap((seed) => {
    const { assumptions } = createFakeOutlet({ hostile: true, seed, empty: true });
    return Object.entries(assumptions).filter(
      ([name, value]) => isNamed(value) && !cells.get(name)?.includes(`\`${inspect(value)}\``),
    );
  });

  expect(missing).toEqual([]);
});

/** Lists and the endpoints of use cases are only described. */
function isNamed(value: unknown): boolean {
  return typeof value !== 'object';
}
