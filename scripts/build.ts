// `npm run build`: builds dist/ as it is published.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeBundledLicences } from './bundled-licences.js';
import { writeModuleOfEmulator } from './module-of-emulator.js';
import { markTypeOnlyExports } from './type-only-exports.js';
import { writeTypesForRequire } from './types-for-require.js';

const root = new URL('..', import.meta.url);
const dist = new URL('dist/', root);

rmSync(dist, { recursive: true, force: true });
execFileSync('npx', ['--no-install', 'tsup', '--silent'], {
  cwd: fileURLToPath(root),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
writeModuleOfEmulator(dist);
copyFileSync(new URL('src/postgres/tables.sql', root), new URL('postgres.sql', dist));
const openApi: unknown = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8'));
writeFileSync(new URL('openapi.json', dist), JSON.stringify(openApi));
await markTypeOnlyExports(dist);
writeTypesForRequire(dist);
const { packagesInDashboard } = await import('./dashboard.js');
writeBundledLicences(dist, packagesInDashboard);
