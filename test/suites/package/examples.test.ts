import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { copyExample } from '../../support/installing/copied-example.js';
import { suite } from './packed.js';
import { run } from './run.js';

const sources = fileURLToPath(new URL('../../../examples/', suite));
const copies = realpathSync(mkdtempSync(join(tmpdir(), 'outlet-open-api-examples-')));

/** The folders that depend on a published version. The others install the packed SDK. */
const names = readdirSync(sources).filter((name) => {
  const file = join(sources, name, 'package.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes('"outlet-open-api": "^');
});

afterAll(() => rmSync(copies, { recursive: true }));

test('there are examples to copy', () => {
  expect(names).toContain('crash-safe-orders');
});

describe.concurrent.each(names)('examples/%s, copied alone', (name) => {
  const copy = copyExample(join(sources, name), join(copies, name), suite);

  test('compiles with its own tsconfig.json and packages', async () => {
    const ending = await run('node_modules/typescript7/bin/tsc', [], pathToFileURL(`${copy.folder}/`));
    expect(ending).toEqual({ status: 0, output: '' });
    expect(copy.compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true });
  });

  test('imports only its own files, its packages and Node.js', () => {
    expect(copy.imports).toContain('outlet-open-api');
    expect(copy.importsFromOutside).toEqual([]);
  });

  test('declares nothing that other code would see', () => {
    expect([...copy.code.values()].join('\n')).not.toMatch(/declare (module|global)/);
  });
});
