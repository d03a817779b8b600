import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/guides/troubleshooting.md', root), 'utf8');
const source = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(new URL(`src/${file}`, root), 'utf8'))
  .join('\n');

/** Messages of runtimes and of TypeScript. */
const others = /^(FinalizationRegistry|TextEncoder|Cannot find module|'order\.payments') /;

const firstCells = Array.from(page.matchAll(/^\| ([^|]*) \|/gm), ([, cell = '']) => cell);
const messages = firstCells
  .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text))
  .filter((text) => text.includes(' ') && !others.test(text));

it('quotes messages', () => {
  expect(messages.length).toBeGreaterThan(25);
});

it.each(messages)('quotes a message that the source contains: %s', (message) => {
  expect(source).toContain(message);
});
