import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { VERSION } from 'outlet-open-api';
import { afterAll, expect, test } from 'vitest';
import { readEntries } from './packed.js';
import { createUserProject, runInProject } from './user-project.js';

const folder = createUserProject();
const modules = join(folder, 'node_modules');

afterAll(() => rmSync(folder, { recursive: true }));

test('a user installs at most 7 packages', () => {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const names = Object.keys(packages).map((path) => path.slice('node_modules/'.length));
  console.log(`${names.length} packages: ${names.join(', ')}`);
  expect(names.length).toBeLessThanOrEqual(7);
});

/** These subpaths load an optional peer dependency. */
const withPeers = ['otel', 'testing-msw', 'undici'];

test.each(readEntries().filter(({ name }) => !withPeers.includes(name)))(
  '$specifier loads with the installed packages only',
  ({ specifier }) => {
    const script = `import('${specifier}').then(() => require('${specifier}'))`;
    const load = () => execFileSync('node', ['--eval', script], { cwd: folder, stdio: 'pipe' });
    expect(load).not.toThrow();
  },
);

test.each([
  ['imported', "import('outlet-open-api')"],
  ['required', "Promise.resolve(require('outlet-open-api'))"],
])('the stack of an error leads to the function and the statement that threw it, %s', (_, module) => {
  const script = `${module}
    .then(({ OutletClient }) => new OutletClient({ baseUrl: 'https://example.com', accessToken: 'token' }).orders.get(''))
    .catch(({ stack }) => console.log(stack))`;
  const stack = execFileSync('node', ['--eval', script], { cwd: folder, encoding: 'utf8' });
  const [, name, file = '', line] = /at (?:\w+\.)?(\w+) \((?:file:\/\/)?(.+):(\d+):\d+\)/.exec(stack) ?? [];
  expect(name).toBe('rejectIssues');
  const statement = readFileSync(file, 'utf8').split('\n')[Number(line) - 1];
  expect(statement).toMatch(/^ +throw new (\w+\.)?RequestValidationError\([^;]*\);$/);
});

test('the command runs', () => {
  const command = (...args: string[]) => runInProject(folder, 'outlet-open-api', args);
  expect(command('--version').trim()).toBe(VERSION);
  expect(command('export', '--help')).toContain('--out <file>');
});

test('a failure of verify names a guide that the user has', () => {
  const config = `export default { useCase: 'accounting', actions: { poll() {} }, state: { bills: () => [] } };`;
  writeFileSync(join(folder, 'outlet-verify.config.mjs'), config);
  const program = join(modules, 'outlet-open-api/dist/command-line.js');
  const { stdout } = spawnSync('node', [program, 'verify', '--only', 'edges-of-the-range'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
  });
  const [, guide = ''] = /Guides:\n +(\S+)#/.exec(stdout) ?? [];

  expect(guide).toBe('node_modules/outlet-open-api/docs/guides/accounting.md');
  expect(existsSync(join(folder, guide))).toBe(true);
});

test.each([
  ['a closed terminal', (child: ChildProcess) => child.kill('SIGHUP')],
  ['a closed pipe', (child: ChildProcess) => child.stderr?.destroy()],
])('%s ends the emulator, which saves its state', async (_, end) => {
  const state = join(folder, 'outlet.json');
  rmSync(state, { force: true });
  const program = join(modules, 'outlet-open-api/dist/command-line.js');
  const child = spawn('node', [program, 'emulator', '--port', '0', '--state', state], { stdio: 'pipe' });
  const exited = once(child, 'exit');
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    url = /^Base URL: +(\S+)/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  end(child);
  // Its line no longer has a reader.
  await fetch(`${url}/api/v1/channels`).catch(() => {});

  expect(await exited).toEqual([0, null]);
  expect(JSON.parse(readFileSync(state, 'utf8')).orders.length).toBeGreaterThan(0);
});

const emulator = `startEmulator({ port: 0 }).then(async ({ dashboardUrl, close }) => {
  console.log(await (await fetch(dashboardUrl)).text());
  await close();
})`;

test.each([
  ['imported', `import('outlet-open-api/emulator').then(({ startEmulator }) => ${emulator})`],
  ['required', `const { startEmulator } = require('outlet-open-api/emulator'); ${emulator}`],
])('the emulator serves its dashboard when it is %s', (_, script) => {
  const page = execFileSync('node', ['--eval', script], { cwd: folder, encoding: 'utf8' });
  expect(page).toMatch(/^<!doctype html>/);
});

test('the command runs an emulator, and ends when it is interrupted', async () => {
  const command = join(modules, 'outlet-open-api/dist/command-line.js');
  const child = spawn('node', [command, 'emulator', '--port', '0', '--json'], { cwd: folder });
  const [line] = await once(createInterface(child.stdout), 'line');
  const response = await fetch(JSON.parse(line).dashboardUrl);
  expect(await response.text()).toMatch(/^<!doctype html>/);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
