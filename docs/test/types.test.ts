import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { docs } from './files.js';

test('the code of the site compiles', () => {
  execFileSync('npx', ['--no-install', 'tsc', '-p', '.'], {
    cwd: fileURLToPath(docs),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
});
