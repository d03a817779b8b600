import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';
import { textOf } from './outside-pages.js';
import { slugify } from './slugify.js';

interface Section {
  readonly anchor: string;
  /** The heading, after those that it is below. */
  readonly titles: string[];
  readonly text: string;
}

const docs = fileURLToPath(new URL('..', import.meta.url));

/** Reads the Markdown of each page. VitePress would index the HTML of files, and the text of some pages is outside docs/. */
export const searchOptions: DefaultTheme.LocalSearchOptions = {
  _render: () => '',
  miniSearch: {
    searchOptions: {
      // Guides come before the examples, and before the types that they use.
      boostDocument: (id) => (id.includes('/reference/api/') ? 0.4 : id.includes('/examples/') ? 0.7 : 1),
      // A number is a status or a count, so 40 does not find 404.
      fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
      prefix: (term) => !/^\d+$/.test(term),
      processTerm: (term) =>
        /^(an?|and|do|does|for|how|i|in|is|my|of|on|the|to|what|with)$/i.test(term)
          ? null
          : term.toLowerCase(),
    },
    _splitIntoSections: (path) => {
      const page = relative(docs, path).replaceAll('\\', '/');
      // Pages for maintainers are no results.
      return page.startsWith('internals/') ? [] : sectionsOf(textOf(page));
    },
  },
};

function sectionsOf(markdown: string): Section[] {
  const anchors = new Map<string, number>();
  const titles: string[] = [];
  return [...withoutFiles(markdown).matchAll(/^(#{1,6}) (.+)\n((?:(?!#{1,6} ).*\n?)*)/gm)].map(
    ([, { length: level } = '', heading = '', text = '']) => {
      const title = withoutLinks(heading).replace(/[`\\]/g, '');
      titles.splice(level - 1, Infinity, title);
      const anchor = slugify(title);
      const count = anchors.get(anchor) ?? 0;
      anchors.set(anchor, count + 1);
      return {
        anchor: count === 0 ? anchor : `${anchor}-${count}`,
        titles: titles.filter(Boolean),
        text: withoutLinks(text),
      };
    },
  );
}

/** Leaves out the files of the examples, and indents comments in other code that look like headings. */
function withoutFiles(markdown: string): string {
  return markdown
    .replace(/^````.*\n[\s\S]*?^````$/gm, '')
    .replace(/^( *)```[\s\S]*?^\1```$/gm, (block) => block.replace(/^#/gm, ' #'));
}

function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
