import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { docs, filesIn, readSite, site } from './files.js';

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

test('every result of the search leads to a heading', async () => {
  const [file = ''] = filesIn(new URL('assets/chunks/', site), '.js').filter((name) =>
    name.includes('SearchIndex'),
  );
  const { default: index } = await import(new URL(`assets/chunks/${file}`, site).href);
  const results: string[] = Object.values(JSON.parse(index).documentIds);
  const lost = results.filter((result) => {
    const [path = '', anchor] = result.slice(1).split('#');
    return !pages.get(fileOf(path) ?? '')?.includes(`id="${anchor}"`);
  });
  expect(results).toContain('/examples/reservations/#tablests');
  expect(lost).toEqual([]);
});

test('a link to a file outside docs/ leads to its page, or else shows its path', () => {
  const sources = ['guides', 'reference'].flatMap((folder) =>
    filesIn(new URL(`${folder}/`, docs), '.md').map((file) => `${folder}/${file}`),
  );
  const lost: string[] = [];
  let checked = 0;
  for (const source of sources.filter((file) => !file.includes('/api/'))) {
    const html = readSite(source.replace(/md$/, 'html'));
    const text = readFileSync(new URL(source, docs), 'utf8');
    for (const [, href = ''] of text.matchAll(/\]\(((?:\.\.\/)+[^)#]+)/g)) {
      const path = posix.join('docs', posix.dirname(source), href);
      if (path.startsWith('docs/')) continue;
      checked += 1;
      const [folder = '', name = ''] = path.split('/');
      const page = path === 'README.md' ? '/guides/quick-start' : `/${folder}/${name}`;
      const isShown = html.includes(path) || html.includes(`href="${page}`.toLowerCase().replace('.md', ''));
      if (!isShown) lost.push(`${source}: ${href}`);
    }
  }
  expect(checked).toBeGreaterThan(30);
  expect(lost).toEqual([]);
});
