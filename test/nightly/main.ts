// `npm run nightly`: runs all parts, which takes hours. `npm run nightly -- PART [options]` runs one.
import { spawnSync } from 'node:child_process';
import { parts } from './parts.js';

const [part, ...options] = process.argv.slice(2);
if (part !== undefined && !parts.has(part)) {
  console.error(`Usage: npm run nightly [-- PART [options]]\nThe parts are: ${[...parts.keys()].join(', ')}`);
  process.exit(2);
}

const results: string[] = [];
for (const [name, command] of parts) {
  if (part !== undefined && name !== part) continue;
  console.log(`\n── ${name}\n`);
  const begin = performance.now();
  // npm has added the commands of the packages to the PATH.
  const [program = '', ...line] = [...command.split(' '), ...options];
  const { status } = spawnSync(program, line, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, NIGHTLY: 'true' },
  });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0);
  results.push(`${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) process.exitCode = 1;
}
console.log(`\n${results.join('\n')}`);
