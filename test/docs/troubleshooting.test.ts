import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/guides/troubleshooting.md');
const messages = read('test/messages/messages.txt');

/** Messages of runtimes and of TypeScript. */
const others = /^(FinalizationRegistry|TextEncoder|Cannot find module|'order\.payments') /;

const firstCells = Array.from(page.matchAll(/^(?:\| |Message: )([^|\n]*)/gm), ([, cell = '']) => cell);
const quotes = firstCells
  .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text))
  .filter((text) => text.includes(' ') && !others.test(text));

it('quotes messages', () => {
  expect(quotes.length).toBeGreaterThan(25);
});

it.each(quotes)('quotes a message of the package: %s', (quote) => {
  expect(messages).toContain(quote);
});
