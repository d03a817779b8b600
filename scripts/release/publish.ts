// `npm run release:publish`: publishes the tarball that `npm run release:check` has tested and left in this folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { repositoryUrl } from '../published-files.js';

const root = new URL('../../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const tarball = `${manifest.name}-${manifest.version}.tgz`;

if (repositoryUrl(manifest) === undefined) {
  fail('package.json has no repository. Set it: npm pkg set repository.url=https://github.com/OWNER/NAME');
} else if (!existsSync(new URL(tarball, root))) {
  fail(`${tarball} does not exist. Create it: npm run release:check`);
} else {
  const { status } = spawnSync('npm', ['publish', `./${tarball}`], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
