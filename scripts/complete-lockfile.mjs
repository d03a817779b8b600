// npm writes the optional binaries of other platforms into package-lock.json only if it can see them. Elsewhere,
// `npm ci` then rejects the file. This script adds the missing entries as npm writes them: name, version and platform.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** Adds the missing entries and returns their number. */
function complete(lock) {
  let added = 0;
  for (const entry of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      const platform = platformOf(name);
      if (lock.packages[place] || Object.keys(platform).length === 0) continue;
      const { dev } = entry;
      lock.packages[place] = { version, ...platform, ...(dev && { dev }), license: 'MIT', optional: true };
      added += 1;
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return added;
}

/** Removes the checksum of this repository's tarball, which changes with each build. */
function removeTarballChecksums(lock) {
  for (const entry of Object.values(lock.packages)) {
    if (entry.resolved?.startsWith('file:')) delete entry.integrity;
  }
}

const folders = [
  '..',
  '../docs',
  '../examples/at-scale',
  '../examples/database',
  '../examples/webhooks',
  '../test/package',
  '../test/dashboard',
  '../test/openapi',
  '../test/runtimes',
  '../test/servers',
];
for (const folder of folders) {
  const file = new URL(`${folder}/package-lock.json`, import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = complete(lock);
  removeTarballChecksums(lock);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added} optional packages of other platforms added to ${fileURLToPath(file)}`);
}
