import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, readSite, site } from './files.js';

// Pages, and the OpenAPI documents.
const files = [...filesIn(site, '.html'), ...filesIn(site, '.json')];
const pages = new Map(files.map((file) => [file, readSite(file)]));

/** The file that the server sends for a path. */
function fileOf(path: string): string | undefined {
  return [path, `${path}.html`, posix.join(path, 'index.html')].find((file) => pages.has(file));
}

test('every link on the site leads to a page, and to an anchor that the page has', () => {
  const broken: string[] = [];
  let checked = 0;
  for (const [file, html] of pages) {
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (/^(https?:|mailto:)/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://site/${file.replace(/(index)?\.html$/, '')}`);
      const target = fileOf(decodeURIComponent(pathname).slice(1));
      const anchor = decodeURIComponent(hash.slice(1));
      checked += 1;
      if (!target || (anchor && !pages.get(target)?.includes(`id="${anchor}"`)))
        broken.push(`${file}: ${href}`);
    }
  }
  expect(checked).toBeGreaterThan(1_000);
  expect([...new Set(broken)]).toEqual([]);
});
