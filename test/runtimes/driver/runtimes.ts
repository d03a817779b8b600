import { readFileSync } from 'node:fs';
import { runPage } from './chromium.js';
import { here } from './paths.js';
import { runProcess } from './process.js';
import type { Runtime } from './runtime.js';
import { runWorker } from './workerd.js';

const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(here('package.json'), 'utf8'),
);

/** How Deno is started, and what it may do there. Its cache would take the SDK for the one before: in a tarball of npm, all files have one time. */
const denoLine = [
  'run',
  '--no-prompt',
  '--no-code-cache',
  '--allow-read',
  '--allow-write',
  // Where files go that nobody keeps.
  '--allow-env=TMPDIR,TMP,TEMP',
  '--allow-net=127.0.0.1',
  '--node-modules-dir=manual',
];

/** Every runtime that the package supports. Which versions those are, package.json says. */
export const runtimes: readonly Runtime[] = [
  { name: 'Chromium', version: /^\d+\./, isProcess: false, run: runPage },
  { name: 'workerd', version: pinned('workerd'), isProcess: false, run: runWorker },
  ...Object.keys(devDependencies)
    .filter((name) => /^node\d+$/.test(name))
    .flatMap((name) => inBothSystems(name.replace('node', 'Node '), name, `node_modules/${name}/bin/node`)),
  ...inBothSystems('Bun', 'bun', 'node_modules/.bin/bun'),
  ...inBothSystems('Deno', 'deno', 'node_modules/.bin/deno', denoLine),
];

/** A runtime of processes, once with ES modules and once with CommonJS. */
function inBothSystems(name: string, dependency: string, command: string, options: string[] = []): Runtime[] {
  const systems = { import: 'dist/module.mjs', require: 'dist/script.cjs' };
  return Object.entries(systems).map(([system, file]) => ({
    name: `${name}, ${system}`,
    version: pinned(dependency),
    isProcess: true,
    run: (serviceUrl) => runProcess(command, [...options, file, serviceUrl]),
  }));
}

/** The version of a dependency, behind the name that an alias has. */
function pinned(dependency: string): RegExp {
  const version = (devDependencies[dependency] ?? 'none').split('@').at(-1) ?? '';
  return new RegExp(`^${version.replaceAll('.', '\\.')}$`);
}
