// `npm run docs:build` and `npm run docs:dev`: the documentation site, with packages of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../test/support/installing/install-packages.js';

const docs = new URL('../docs/', import.meta.url);
installPackages(docs);
const { status } = spawnSync('npm', ['run', ...process.argv.slice(2)], {
  cwd: fileURLToPath(docs),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
