import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { copyExample } from '../../../test/support/installing/copied-example.js';
import { inExamples } from './receiver.js';

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) => readFileSync(inExamples(path), 'utf8');
const readManifest = (path: string): Manifest => JSON.parse(read(path));
const dependenciesOf = ({ dependencies, devDependencies }: Manifest) => ({
  ...dependencies,
  ...devDependencies,
});

const ignored = ['node_modules', 'test'];
const folders = readdirSync(inExamples('.'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ignored.includes(entry.name))
  .map(({ name }) => name);
const [major, minor] = readManifest('../../package.json').version?.split('.') ?? [];
const versions = {
  ...dependenciesOf(readManifest('package.json')),
  'outlet-open-api': `^${major}.${minor}.0`,
};

const copies = realpathSync(mkdtempSync(join(tmpdir(), 'outlet-open-api-webhooks-')));
afterAll(() => rmSync(copies, { recursive: true }));

const runFile = promisify(execFile);
// TypeScript 7 takes a quarter of the time of the version that the folders install.
const tsc = [process.execPath, inExamples('../../node_modules/typescript7/bin/tsc')];
const denoCheck = [inExamples('node_modules/.bin/deno'), 'check', '--quiet', 'server.ts'];

describe.concurrent.each(folders)('%s can be copied out', (folder) => {
  const manifest = readManifest(`${folder}/package.json`);
  const copy = copyExample(inExamples(folder), join(copies, folder), new URL('..', import.meta.url));

  it('is a private ES module package with a start script', () => {
    expect(manifest).toMatchObject({ private: true, type: 'module', scripts: { start: expect.any(String) } });
  });

  it('compiles with its own settings and packages', async () => {
    const isDeno = folder === 'deno';
    const [command = '', ...args] = isDeno ? denoCheck : tsc;
    const problems = await runFile(command, args, { cwd: copy.folder }).then(
      () => '',
      ({ message, stdout }) => `${message}${stdout}`,
    );
    expect(problems).toBe('');
    expect(manifest.scripts?.check).toBe(isDeno ? 'deno check server.ts' : 'tsc');
    // Deno is strict without a tsconfig.json.
    if (!isDeno) expect(copy.compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true });
  });

  it('has the tested versions of its dependencies', () => {
    expect(versions).toMatchObject(dependenciesOf(manifest));
  });

  it('imports only its own files and dependencies', () => {
    expect(copy.imports).toContain('outlet-open-api/webhooks');
    expect(copy.importsFromOutside).toEqual([]);
  });

  it('has a README of 10 to 30 lines that names its environment variables', () => {
    const readme = read(`${folder}/README.md`);
    const variables = [...copy.code.values()].flatMap((text) =>
      Array.from(text.matchAll(/(?:process\.env\.|Deno\.env\.get\('|\benv\.)([A-Z_]+)/g), ([, name]) => name),
    );

    expect(readme.trim().split('\n').length).toSatisfy((lines) => lines >= 10 && lines <= 30);
    expect(variables).not.toEqual([]);
    expect(variables.filter((name) => !readme.includes(`${name}`))).toEqual([]);
  });

  it('is in the table of all receivers', () => {
    expect(read('README.md')).toContain(`](${folder}/README.md)`);
  });
});
