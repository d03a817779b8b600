// Prints the exports of each subpath in plain Node.js, imported and required.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const namesIn = (exported) =>
  Object.keys(exported)
    .filter((name) => name !== 'module.exports')
    .toSorted();

const names = {};
for (const specifier of process.argv.slice(2)) {
  names[specifier] = { imported: namesIn(await import(specifier)), required: namesIn(require(specifier)) };
}
console.log(JSON.stringify(names));
