import { tableOf } from '../markdown.js';
import { readText } from '../pages.js';

/** The columns, and how the names of their clients begin in docs/internals/benchmarks.md. */
const clients = new Map([
  ['by hand', 'ky + p-throttle + p-retry'],
  ['stripe', 'stripe'],
  ['openai', 'openai'],
  ['octokit', 'octokit'],
]);

/** A row: its text, the beginning of the row in benchmarks.md, and where its cells have the figure. */
const figures: readonly (readonly [text: string, row: string, figure: RegExp])[] = [
  ['30 parallel calls: lost', '30 parallel GETs', /(\d+) lost/],
  ['30 parallel calls: 429 responses', '30 parallel GETs', /(\d+) × 429/],
  ['p99 wait of a call during a backfill', 'An interactive call', /p99 (\d+ ms)/],
  ['List, 400 ms per response: share of the limit', '150 pages', /(?:[\d.]+ \/ ){2}([\d.]+)/],
  ['CPU time of a call, relative to `fetch`', 'Processor time of a call', /([\d.]+) ×/],
  ['Cold import', 'Cold import: a process', /(\d+ ms)/],
  ['Bundle, gzip', 'Bundle of a client', /([\d.]+ kB)/],
  ['Installed size', 'What npm installs', /([\d.]+ MB)/],
  ['Type check, relative to `fetch`', 'Type check of a', /([\d.]+) ×/],
];

/** The SDK beside others, with figures of docs/internals/benchmarks.md. A cell is empty if that page has no figure. */
export function comparison(): string {
  const page = readText('docs/internals/benchmarks.md');
  const rows = figures.map(([text, begin, figure]) => {
    const line = page.split('\n').find((row) => row.startsWith(`| ${begin}`));
    if (line === undefined) throw new Error(`docs/internals/benchmarks.md has no row "${begin}"`);
    const [, , , ours = '', , peers = ''] = line.split('|').map((cell) => cell.trim());
    const cellOf = (cell = '') => figure.exec(cell)?.[1] ?? '';
    const others = [...clients.values()].map((name) =>
      cellOf(peers.split('<br>').find((peer) => peer.startsWith(name))),
    );
    return [text, cellOf(ours), ...others];
  });
  return tableOf(['', 'outlet-open-api', ...clients.keys()], rows);
}
