import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** The width of the text on a phone with 360 pixels. A wider picture is shrunk to it. */
const column = 312;

test.each(filesOf('docs/**.svg'))('%s has dark colors, and can be read on a phone', (path) => {
  const svg = readFileSync(new URL(path, root), 'utf8');
  const width = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const sizes = Array.from(svg.matchAll(/font(?:-size)?: ([\d.]+)px/g), ([, size]) => Number(size));

  expect(svg).toContain('@media (prefers-color-scheme: dark)');
  expect(Math.min(...sizes) * Math.min(1, column / width)).toBeGreaterThanOrEqual(12);
  expect(sizes).not.toEqual([]);
});

test.each(filesOf('*.md'))('the images of %s have an alternative text', (path) => {
  const page = readFileSync(new URL(path, root), 'utf8');
  const images = Array.from(page.matchAll(/!\[[^\]]*\]\(|<img\b[^>]*>/g), ([image]) => image);

  expect(images.filter((image) => !/^!\[[^\]]|\balt="[^"]/.test(image))).toEqual([]);
});

function filesOf(pattern: string): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', pattern], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => existsSync(new URL(path, root)));
}
