import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefaultTheme, SiteConfig } from 'vitepress';
import { textOf } from './outside-pages.js';
import { sidebar } from './sidebar.js';

/**
 * Writes the files that language models read. `llms.txt` links to each page of the sidebar and quotes its first sentence.
 * `llms-full.txt` contains the guides and the tables of the reference. Every page is also served as Markdown.
 */
export function writeLlmsFiles({ outDir, pages, site }: SiteConfig): void {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(outDir, file)), { recursive: true });
    writeFileSync(join(outDir, file), text);
  };
  for (const page of pages) write(page, textOf(page));

  const title = `# ${site.title}\n\n> ${site.description}\n`;
  const groups = sidebar().map(({ text, items = [] }) => ({ text, links: items.flatMap(linksOf) }));
  const index = groups.map(({ text: group, links }) => {
    const lines = links.map(({ text, page }) => `- [${text}](/${page})${summaryOf(textOf(page))}`);
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  write('llms.txt', [title, ...index].join('\n'));

  const isIncluded = (page: string) => /^(guides|reference)\/(?!api\/)/.test(page);
  const texts = groups
    .flatMap(({ links }) => links)
    .filter(({ page }) => isIncluded(page))
    .map(({ page }) => `<!-- /${page} -->\n\n${textOf(page)}`);
  write('llms-full.txt', [title, ...texts].join('\n'));
}

function linksOf({
  text = '',
  link,
  items = [],
}: DefaultTheme.SidebarItem): { text: string; page: string }[] {
  // A link to a heading leads to a page that has a link of its own.
  const page = link?.includes('#') ? undefined : link?.replace(/^\//, '').replace(/\/$/, '/index.md');
  return [...(page ? [{ text, page }] : []), ...items.flatMap(linksOf)];
}

/** The first sentence below the heading, without links. */
function summaryOf(source: string): string {
  const paragraph = /^# .+\n+((?!```)[^\n#|>*-].*\n(?:.+\n)*)/m.exec(source)?.[1] ?? '';
  const text = paragraph.replaceAll('\n', ' ').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  const sentence = /^.+?\.(?= )/.exec(text)?.[0];
  return sentence ? `: ${sentence}` : '';
}
