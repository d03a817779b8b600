import { expect, test } from 'vitest';
import { readEntries } from './packed.js';
import { run } from './run.js';

const specifiers = readEntries().map(({ specifier }) => specifier);
const { output } = await run('plain-node/names.mjs', specifiers);
const names: Record<string, { imported: string[]; required: string[] }> = JSON.parse(output);

test.each(specifiers)('%s gives the same names to import and to require', (specifier) => {
  expect(names[specifier]?.required).not.toEqual([]);
  expect(names[specifier]?.required).toEqual(names[specifier]?.imported);
});
