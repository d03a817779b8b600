import type { MarkdownRenderer } from 'vitepress';

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
