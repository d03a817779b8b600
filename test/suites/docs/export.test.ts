import { readFileSync } from 'node:fs';
import { goodsReceiptLineTable, goodsReceiptTable, orderTable, paymentTable } from 'outlet-open-api/export';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/guides/export.md', import.meta.url), 'utf8');

/** Returns the columns that the page lists below a heading, and which are personal data. */
function columnsBelow(heading: string) {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [list = ''] = section.split('.\n');
  return Array.from(list.matchAll(/(\*\*)?`(\w+)`/g), ([, bold, name]) => ({
    name,
    personal: bold !== undefined,
  }));
}

test.each(Object.entries({ orderTable, paymentTable, goodsReceiptTable, goodsReceiptLineTable }))(
  'docs/guides/export.md lists the columns of %s in their order, and marks personal data',
  (heading, { columns }) => {
    expect(columnsBelow(heading)).toEqual(
      [...columns].map(({ name, personal = false }) => ({ name, personal })),
    );
  },
);
