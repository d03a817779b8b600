import { readFileSync } from 'node:fs';
import { runPage } from './chromium.js';
import { here, installed } from './paths.js';
import { runProcess } from './process.js';
import type { Runtime } from './runtime.js';
import { runWorker } from './workerd.js';

const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  readFileSync(here('package.json'), 'utf8'),
);

/** The arguments and permissions of Deno. Without a code cache, because all files of an npm tarball have one timestamp, so Deno would not notice a new SDK. */
const denoLine = [
  'run',
  '--no-prompt',
  '--no-code-cache',
  '--allow-read',
  '--allow-write',
  // For temporary files.
  '--allow-env=TMPDIR,TMP,TEMP',
  '--allow-net=127.0.0.1',
  '--node-modules-dir=manual',
];

/** Every supported runtime. package.json states the versions. */
export const runtimes: readonly Runtime[] = [
  { name: 'Chromium', version: /^\d+\./, isProcess: false, run: runPage },
  { name: 'workerd', version: pinned('workerd'), isProcess: false, run: runWorker },
  ...Object.keys(devDependencies)
    .filter((name) => /^node\d+$/.test(name))
    .flatMap((name) => {
      // In Node.js 22, node:sqlite is experimental.
      const line = name === 'node22' ? ['--disable-warning=ExperimentalWarning'] : [];
      return inBothSystems(name.replace('node', 'Node '), name, installed(`${name}/bin/node`), line);
    }),
  ...inBothSystems('Bun', 'bun', installed('.bin/bun')),
  ...inBothSystems('Deno', 'deno', installed('.bin/deno'), denoLine),
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

/** The pinned version of a dependency, without the alias prefix. */
function pinned(dependency: string): RegExp {
  const version = (devDependencies[dependency] ?? 'none').split('@').at(-1) ?? '';
  return new RegExp(`^${version.replaceAll('.', '\\.')}$`);
}
