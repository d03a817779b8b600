import type { MarkdownRenderer } from 'vitepress';

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
