import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from 'outlet-open-api';
import { afterAll, expect, test } from 'vitest';
import { readEntries } from './packed.js';
import { createUserProject, runInProject } from './user-project.js';

const megabyte = 1_000_000;
const folder = createUserProject();
const modules = join(folder, 'node_modules');

afterAll(() => rmSync(folder, { recursive: true }));

test('a user installs at most 7 packages', () => {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const names = Object.keys(packages).map((path) => path.slice('node_modules/'.length));
  console.log(`${names.length} packages: ${names.join(', ')}`);
  expect(names.length).toBeLessThanOrEqual(7);
});

test('a user installs at most 8 MB, of which at most 1.1 MB is ours', () => {
  const ours = bytesIn(join(modules, 'outlet-open-api'));
  const all = bytesIn(modules);
  console.log(`${(all / megabyte).toFixed(2)} MB, of which ours ${(ours / megabyte).toFixed(2)} MB`);
  expect(all).toBeLessThanOrEqual(8 * megabyte);
  expect(ours).toBeLessThanOrEqual(1.1 * megabyte);
});

test.each(readEntries().filter(({ name }) => name !== 'testing-msw'))(
  '$specifier loads with the installed packages only',
  ({ specifier }) => {
    const script = `import('${specifier}').then(() => require('${specifier}'))`;
    const load = () => execFileSync('node', ['--eval', script], { cwd: folder, stdio: 'pipe' });
    expect(load).not.toThrow();
  },
);

test('the command runs', () => {
  const command = (...args: string[]) => runInProject(folder, 'outlet-open-api', args);
  expect(command('--version').trim()).toBe(VERSION);
  expect(command('export', '--help')).toContain('--out <file>');
});

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}
