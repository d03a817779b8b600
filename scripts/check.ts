// `npm run check`: checks everything but behavior. `npm run check types style` selects parts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const compiler = 'node node_modules/typescript7/bin/tsc';

const parts = new Map([
  ['types', ['.', 'dashboard', 'examples'].map((project) => `${compiler} -p ${project}`).join(' && ')],
  ['code-blocks', 'tsx test/suites/docs/code-blocks/compile.ts'],
  ['style', 'biome ci .'],
  [
    'prose',
    `tsx test/suites/prose/install.ts && ${compiler} -p test/suites/prose && tsx test/suites/prose/check.ts`,
  ],
  ['unused', 'knip'],
]);

const names = process.argv.length > 2 ? process.argv.slice(2) : [...parts.keys()];
for (const name of names) {
  const command = parts.get(name);
  if (command === undefined) {
    console.error(`Usage: npm run check [PART …]\nThe parts are: ${[...parts.keys()].join(', ')}`);
    process.exit(2);
  }
  console.log(`\n── check ${name}\n`);
  // npm has added the commands of the packages to the PATH.
  const [status] = await once(spawn(command, { stdio: 'inherit', shell: true }), 'close');
  if (status !== 0) process.exitCode = 1;
}
