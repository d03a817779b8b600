import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInProcess } from './process.js';

// Imported by file: in a CommonJS module, Deno returns the CommonJS files even for `import()`.
import(pathToFileURL(join(__dirname, '../../node_modules/outlet-open-api/dist/index.js')).href).then(
  runInProcess,
);
