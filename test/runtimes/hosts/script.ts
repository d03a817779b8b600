import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInProcess } from './process.js';

// By its file: in a CommonJS module, Deno gives the files for CommonJS even to `import()`.
import(pathToFileURL(join(__dirname, '../node_modules/outlet-open-api/dist/index.js')).href).then(
  runInProcess,
);
