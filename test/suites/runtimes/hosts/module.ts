import { createRequire } from 'node:module';
import { runInProcess } from './process.js';

await runInProcess(createRequire(import.meta.url)('outlet-open-api'));
