import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from 'outlet-open-api';
import { afterAll, expect, test } from 'vitest';
import { readEntries, tarball } from './packed.js';

const megabyte = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'outlet-open-api-user-'));
const modules = join(folder, 'node_modules');

writeFileSync(join(folder, 'package.json'), '{"private":true}');
execFileSync('npm', ['install', '--omit=optional', '--prefer-offline', '--silent', fileURLToPath(tarball)], {
  cwd: folder,
  shell: process.platform === 'win32',
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a user installs at most 7 packages', () => {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const names = Object.keys(packages).map((path) => path.slice('node_modules/'.length));
  console.log(`${names.length} packages: ${names.join(', ')}`);
  expect(names.length).toBeLessThanOrEqual(7);
});

test('a user installs at most 8 MB, of which at most 1 MB is ours', () => {
  const ours = bytesIn(join(modules, 'outlet-open-api'));
  const all = bytesIn(modules);
  console.log(`${(all / megabyte).toFixed(2)} MB, of which ours ${(ours / megabyte).toFixed(2)} MB`);
  expect(all).toBeLessThanOrEqual(8 * megabyte);
  expect(ours).toBeLessThanOrEqual(megabyte);
});

test.each(readEntries().filter(({ name }) => name !== 'testing-msw'))(
  'a user loads $specifier with what was installed, and nothing else',
  ({ specifier }) => {
    const script = `import('${specifier}').then(() => require('${specifier}'))`;
    const load = () => execFileSync('node', ['--eval', script], { cwd: folder, stdio: 'pipe' });
    expect(load).not.toThrow();
  },
);

test('a user runs its command', () => {
  const path = join(modules, '.bin', 'outlet-open-api');
  const command = (...args: string[]) =>
    execFileSync(path, args, { encoding: 'utf8', shell: process.platform === 'win32' });
  expect(command('--version').trim()).toBe(VERSION);
  expect(command('export', '--help')).toContain('--out <file>');
});

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, { parentPath, name }) => bytes + statSync(join(parentPath, name)).size, 0);
}
