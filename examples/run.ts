// `npm run example -- NAME` runs an example against a fake restaurant on this machine.
import { parseArgs } from 'node:util';
import { examples } from './restaurant/examples.js';
import { fakeOptions } from './restaurant/open.js';
import { runExample } from './restaurant/run-example.js';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { hostile: { type: 'string' } },
});
const [name = ''] = positionals;
const example = examples[name];

if (example === undefined) {
  fail(`Name an example: npm run example -- ${Object.keys(examples).join(' | ')}`);
} else {
  // Ctrl+C reaches the example as well. Wait until it has stopped.
  process.on('SIGINT', () => {});
  const { code } = await runExample(name, example, {
    fake: fakeOptions(values.hostile),
    onLine: (line, stream) => (stream === 'stdout' ? console.log(line) : console.error(line)),
  });
  process.exitCode = code;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
