import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../docs/guides/testing.md', import.meta.url), 'utf8');
const examples = new URL('../../examples/testing/', import.meta.url);

test('the code of docs/guides/testing.md is that of examples/testing, which runs as tests', () => {
  const blocks = Array.from(page.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code);
  const files = readdirSync(examples).map((name) => readFileSync(new URL(name, examples), 'utf8'));

  expect(blocks.toSorted()).toEqual(files.toSorted());
});
