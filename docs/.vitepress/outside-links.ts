import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** Folders below docs/ that have no pages on the site. */
export const notOnSite = ['internals/api/**'];

/**
 * Links to files that have no page, such as `../../examples/tour`, work in the repository. On the site they lead to the repository,
 * or become plain text while its URL is not known.
 */
export function rewriteOutsideLinks(repository: string | undefined): (markdown: MarkdownRenderer) => void {
  return (markdown) => {
    markdown.core.ruler.push('outside-links', ({ tokens, env }) => {
      for (const { children } of tokens) {
        if (children) rewrite(children, posix.dirname(env.relativePath), repository);
      }
    });
  };
}

type Token = NonNullable<ReturnType<MarkdownRenderer['parse']>[number]['children']>[number];

function rewrite(tokens: Token[], folder: string, repository: string | undefined): void {
  let isOutside = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const path = pathOf(token.attrGet('href') ?? '', folder);
      isOutside = path !== undefined;
      if (isOutside) token.attrSet('href', `${repository}/blob/HEAD/${path}`);
    }
    if (isOutside && !repository && token.type.startsWith('link_')) hide(token);
  }
}

/** The path of a link in the repository, if it leads to no page of the site. */
function pathOf(href: string, folder: string): string | undefined {
  if (/^([a-z]+:|\/|#)/i.test(href)) return;
  const path = posix.join('docs', folder, href);
  const isOnSite = path.startsWith('docs/') && !path.startsWith('docs/internals/api');
  return isOnSite ? undefined : path;
}

/** Leaves the text of a link. */
function hide(token: Token): void {
  token.type = 'text';
  token.tag = '';
  token.nesting = 0;
  token.attrs = null;
  token.content = '';
}
