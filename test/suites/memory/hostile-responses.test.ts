import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { loopbackService } from '../../support/services/loopback-service.js';

/** A little less than the default of `maxResponseBytes`, and than the part of an error that is read. */
const [bytes, errorBytes] = [2 ** 22 - 1_000, 2 ** 18 - 1_000];

function repeated(entry: string, size = bytes): string {
  return `${entry},`.repeat(size / (entry.length + 1) - 1) + entry;
}

/** Returns entries with a name each, of 8 characters. */
function named(entryOf: (name: string) => string, size = bytes): string {
  const { length } = entryOf('k0000000');
  return Array.from({ length: size / (length + 1) - 1 }, (_, index) =>
    entryOf(`k${1_000_000 + index}`),
  ).join();
}

function nested(size = bytes): string {
  return '['.repeat(size / 2) + ']'.repeat(size / 2);
}

const listOf = (entries: string) => `{"id":"o-1","items":[${entries}]}`;
const errorsOf = (errors: string) => `{"code":400,"message":"Invalid","errors":${errors}}`;

const bodies: Record<string, string> = {
  numbers: listOf(repeated('0')),
  arrays: listOf(repeated('[]')),
  objects: listOf(repeated('{}')),
  'different keys': listOf(named((name) => `{"${name}":0}`)),
  'nested arrays': listOf(nested()),
  'many fields': `{"id":"o-1","data":[],${named((name) => `"${name}":""`)}}`,
  'too large': listOf(repeated('[]', 2 ** 25)),
  'error with texts': errorsOf(`[${repeated('""', errorBytes)}]`),
  'error with fields': errorsOf(`{${named((name) => `"${name}":""`, errorBytes)}}`),
  'error with nested arrays': errorsOf(nested(errorBytes)),
};
const compressed = new Map(Object.entries(bodies).map(([kind, body]) => [kind, gzipSync(body)]));

test('a process with a heap of 256 MB survives every response, and each call fails with an OutletError', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const service = await loopbackService((request, response) => {
    const kind = String(request.headers['x-kind']);
    response.writeHead(kind.startsWith('error') ? 400 : 200, headers).end(compressed.get(kind));
  });
  const program = fileURLToPath(new URL('hostile-responses.ts', import.meta.url));
  const flags = ['--max-old-space-size=256', '--import', 'tsx'];
  await promisify(execFile)(process.execPath, [...flags, program, service.url, ...compressed.keys()]);
  service.close();
});
