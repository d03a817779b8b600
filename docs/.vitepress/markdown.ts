import type { MarkdownRenderer } from 'vitepress';

const picture =
  /<picture>\s*<source [^>]*srcset="([^"]*)">\s*<img alt="([^"]*)" src="([^"]*)"[^>]*>\s*<\/picture>/g;

/** Shows each screenshot in the theme of the site, which the reader can change. Its Markdown follows the scheme of the system. */
export function followTheme({ renderer }: MarkdownRenderer): void {
  const render = renderer.render.bind(renderer);
  renderer.render = (tokens, options, env) =>
    render(tokens, options, env).replace(picture, (_, dark: string, alt: string, light: string) =>
      Object.entries({ light, dark })
        .map(([theme, src]) => `<img class="screenshot ${theme}" alt="${alt}" src="${src}" loading="lazy">`)
        .join(''),
    );
}

/** Longer code can be wider than a column of a table. */
const maxLength = 24;

/** Keeps short code such as `--write` on one line. The browser would break it after a hyphen. */
export function keepShortCode(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('short-code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline' && token.content.length <= maxLength) token.attrSet('class', 'short');
    }
  });
}

const roles: Readonly<Record<string, string>> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/**
 * On a phone, the theme stacks the cells of a row, each below the header of its column. The attributes contain that header, and keep the
 * table a table for screen readers.
 */
export function stackTables(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('stacked-tables', ({ tokens }) => {
    let headers: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      const role = roles[token.type];
      if (role) token.attrSet('role', role);
      if (token.type === 'table_open') headers = [];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') headers.push(tokens[index + 1]?.content.replaceAll('`', '') ?? '');
      if (token.type === 'td_open') {
        token.attrSet('data-header', headers[column] ?? '');
        column += 1;
      }
    }
  });
}
