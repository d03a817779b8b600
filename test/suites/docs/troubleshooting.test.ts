import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allMessages } from './messages.js';

const page = readFileSync(new URL('../../../docs/guides/troubleshooting.md', import.meta.url), 'utf8');
const messages = allMessages();

/** Messages of runtimes and of TypeScript. */
const others = /^(FinalizationRegistry|TextEncoder|Cannot find module|'order\.payments') /;

const firstCells = Array.from(page.matchAll(/^(?:\| |Message: )([^|\n]*)/gm), ([, cell = '']) => cell);
const quotes = firstCells
  .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text))
  .filter((text) => text.includes(' ') && !others.test(text));

it('quotes messages', () => {
  expect(quotes.length).toBeGreaterThan(15);
});

it.each(quotes)('quotes a message of the package: %s', (quote) => {
  expect(messages).toContain(quote);
});
