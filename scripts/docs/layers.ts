import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** A folder or file of `src/`. */
export interface Layer {
  /** Its path in `src/`. A folder ends in a slash. */
  readonly path: string;
  readonly contains: string;
  /** Whether it imports modules of Node.js. Everything else runs on every runtime. */
  readonly isForNode?: boolean;
}

/** Everything in `src/`, from what nothing below can do without to what nothing imports. A layer imports only others above it. */
export const layers: readonly Layer[] = [
  {
    path: 'cancellation.ts',
    contains: 'What ends or delays work: time limits, abort signals, pauses, and one call at a time.',
  },
  {
    path: 'host.ts',
    contains: 'What a runtime can lack or forbid: diagnostics channels, environment variables, timers.',
  },
  { path: 'instants.ts', contains: 'Times as text, and as milliseconds.' },
  { path: 'json.ts', contains: 'JSON and its objects.' },
  { path: 'hash.ts', contains: 'A hash of a value.' },
  { path: 'random.ts', contains: 'Random values that are the same for a seed.' },
  { path: 'version.ts', contains: 'The version of the package.' },
  {
    path: 'held-file.ts',
    contains: 'Repeats the replacement of a file that another program has opened, as on Windows.',
  },
  { path: 'entities/', contains: 'Handwritten types of everything that the API returns and takes.' },
  { path: 'diagnostics/', contains: 'Messages for subscribers.' },
  { path: 'options/closest-name.ts', contains: 'The known name that is most like an unknown one.' },
  {
    path: 'fake/',
    contains:
      'The fake API: `service/` for all endpoints, `endpoints/`, `outlet/` for its state, `deliveries/` for webhooks, `controls/` for tests, and `index.ts` for the other folders. It follows the specification, never the client.',
  },
  { path: 'rate-limit/', contains: 'The limiter of an API key.' },
  { path: 'errors/', contains: 'The error classes of the client.' },
  { path: 'options/', contains: 'How every function reads its options, and rejects unknown ones.' },
  { path: 'idempotency-key.ts', contains: '`idempotencyKeyFrom`.' },
  { path: 'day-range.ts', contains: '`dayRange` and `businessDayOf`.' },
  { path: 'logger.ts', contains: 'Log lines.' },
  {
    path: 'operations/',
    contains:
      'Every endpoint as data: URL, input rules, schema names and the [endpoint table](../reference/endpoints.md).',
  },
  { path: 'schemas/', contains: 'The entities as zod schemas.' },
  { path: 'transport/', contains: 'The pipeline of a call.' },
  { path: 'lists/', contains: 'Pagination: slices, prefetching, positions, deduplication.' },
  {
    path: 'client/',
    contains:
      '`OutletClient`, its options with defaults and checks, pools, and in `resources/` one thin class per resource.',
  },
  {
    path: 'webhooks/',
    contains: 'Parser, handler with deduplication in memory, guards and Node.js adapter.',
  },
  {
    path: 'sync/',
    contains:
      'Outbox, order feed, backfill, reconciliation, polling and their stores. Calls only public methods of the client.',
  },
  { path: 'sync/node/', contains: 'Stores of checkpoints and outboxes in files.', isForNode: true },
  { path: 'index.ts', contains: 'The exports of the package.' },
  {
    path: 'redis/',
    contains: 'Rate limiter and checkpoint store in Redis, as Lua scripts. Users pass their client.',
  },
  {
    path: 'postgres/',
    contains: 'Order store and checkpoint store in PostgreSQL; checkpoints join transactions of the caller.',
  },
  {
    path: 'otel/',
    contains: 'OpenTelemetry spans and metrics. Subscribes to the diagnostics channels, as any user can.',
  },
  { path: 'undici/', contains: '`createUndiciFetch`: a `fetch` function on `request` of undici.' },
  { path: 'export/', contains: 'Tables, CSV and NDJSON.' },
  {
    path: 'accounting/',
    contains: 'Supplier bills from goods receipts in exact decimals, and takings from orders.',
  },
  { path: 'testing/contracts/', contains: 'The contract tests of stores and limiters.' },
  { path: 'testing/', contains: 'The public functions of the fake, and the msw handlers.' },
  {
    path: 'emulator/',
    contains:
      'The emulator: `server/`, `contract/` and `control/`, `requests/` and `state-file/`. Its page is in `dashboard/`, beside `src/`, with one file per view.',
    isForNode: true,
  },
  { path: 'learn/', contains: 'The command `learn`: its probes, and the calls that they share.' },
  {
    path: 'verify/',
    contains:
      'The command `verify`: the runner, scenarios and checks. Its subpath exports only the types of a configuration. It uses only the public functions of the emulator, and never loads the client.',
    isForNode: true,
  },
  {
    path: 'command-line/',
    contains: 'The program `outlet-open-api`, with one folder per command.',
    isForNode: true,
  },
];

const source = new URL('../../src/', import.meta.url);

/** The paths of all files in `src/`. */
export const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);

/** Returns the layer of a file: the most specific one. */
export function layerOf(file: string): Layer | undefined {
  const found = layers.filter(({ path }) => (path.endsWith('/') ? file.startsWith(path) : file === path));
  return found.toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** Returns the modules that a file imports, also only for their types: paths in `src/`, and names of packages. */
export function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(new URL(file, source), 'utf8'));
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? posix.join(posix.dirname(file), fileName).replace(/\.js$/, '.ts') : fileName,
  );
}

/** Returns the paths of the other layers that a layer imports, and the modules of Node.js. */
export function importsOfLayer(layer: Layer): string[] {
  const imported = files.filter((file) => layerOf(file) === layer).flatMap(importsOf);
  const found = imported.flatMap((path) => layerOf(path)?.path ?? (path.startsWith('node:') ? path : []));
  return [...new Set(found)].filter((path) => path !== layer.path).toSorted();
}
