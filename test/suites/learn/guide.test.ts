import { readFileSync } from 'node:fs';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { parseAssumptions } from '../../../src/emulator/parse-assumptions.js';
import { learnFrom } from './learn-from.js';

const guide = readFileSync(new URL('../../../docs/guides/learn.md', import.meta.url), 'utf8');

test('docs/guides/learn.md lists the requests that --write sends', async () => {
  const fake = createFakeOutlet();
  await learnFrom(fake, { write: true });
  const listed = Array.from(guide.matchAll(/^\| `((?:POST|PUT|PATCH|DELETE) \S+)` \|/gm), ([, name]) => name);

  const sent = fake.requests.flatMap(({ method, path }) =>
    method === 'GET' ? [] : `${method} ${path.replace(/(?<=\/)[0-9a-f-]{24,}$/, '{id}')}`,
  );
  expect(new Set(sent)).toEqual(new Set(listed));
});

test('docs/guides/learn.md has at most 1,200 words', () => {
  expect(guide.split(/\s+/).length).toBeLessThanOrEqual(1_200);
});

test('docs/guides/learn.md shows a file that the emulator accepts', () => {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(guide) ?? [];
  const { values } = JSON.parse(json);

  expect(() => parseAssumptions(values)).not.toThrow();
});
