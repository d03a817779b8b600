import { tableOf } from '../markdown.js';
import { readText } from '../pages.js';

/** How the name of the client by hand begins in docs/internals/benchmarks.md. */
const byHand = 'ky + p-throttle + p-retry';

/** A row: its text, the beginning of the row in benchmarks.md, and where its cells have the figure. */
const figures: readonly (readonly [text: string, row: string, figure: RegExp])[] = [
  ['30 parallel calls: lost', '30 parallel GETs', /(\d+) lost/],
  ['30 parallel calls: 429 responses', '30 parallel GETs', /(\d+) × 429/],
  ['p99 wait of a call during a backfill', 'An interactive call', /p99 (\d+ ms)/],
  ['List, 400 ms per response: share of the rate limit reached', '150 pages', /(?:[\d.]+ \/ ){2}([\d.]+)/],
  ['CPU time of a call, relative to `fetch`', 'Processor time of a call', /([\d.]+) ×/],
  ['Cold import', 'Cold import: a process', /(\d+ ms)/],
  ['Bundle, gzip', 'Bundle of a client', /([\d.]+ kB)/],
  ['Installed size', 'What npm installs', /([\d.]+ MB)/],
];

/** The SDK beside a client that is written by hand, with figures of docs/internals/benchmarks.md. */
export function comparison(): string {
  const page = readText('docs/internals/benchmarks.md');
  const rows = figures.map(([text, begin, figure]) => {
    const line = page.split('\n').find((row) => row.startsWith(`| ${begin}`));
    if (line === undefined) throw new Error(`docs/internals/benchmarks.md has no row "${begin}"`);
    const [, , , ours = '', , peers = ''] = line.split('|').map((cell) => cell.trim());
    const peer = peers.split('<br>').find((text) => text.startsWith(byHand)) ?? '';
    const [own, other] = [figure.exec(ours)?.[1], figure.exec(peer)?.[1]];
    if (own === undefined || other === undefined) throw new Error(`The row "${begin}" lacks a figure`);
    return [text, own, other];
  });
  return tableOf(['', 'outlet-open-api', 'By hand'], rows);
}
