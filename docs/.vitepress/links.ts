import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { outsidePages, siteLinkOf } from './outside-pages.js';

/** Files for maintainers below docs/ that have no pages on the site. */
export const notOnSite = ['internals/api/**', 'internals/!(benchmarks|reliability).md'];

/**
 * Links in Markdown are those of the repository, such as `../../examples/order-data`. On the site they lead to the page that shows the
 * file, or else to the repository. While its URL is not known, the path of the file replaces the link.
 */
export function rewriteLinks(markdown: MarkdownRenderer, repository: string | undefined): void {
  markdown.core.ruler.push('links', ({ tokens, env }) => {
    const source = sourceOf(env.relativePath);
    for (const { children } of tokens) {
      if (children) rewrite(children, posix.dirname(source), repository);
    }
  });
}

/** The path in the repository of the text of a page. */
function sourceOf(page: string): string {
  return outsidePages.find((outside) => outside.page === page)?.source ?? `docs/${page}`;
}

type Token = NonNullable<ReturnType<MarkdownRenderer['parse']>[number]['children']>[number];

function rewrite(tokens: Token[], folder: string, repository: string | undefined): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'html_inline') token.content = withImagesOfSite(token.content, folder);
    const href = token.type === 'link_open' ? token.attrGet('href') : undefined;
    if (!href || /^([a-z]+:|\/|#)/i.test(href)) continue;
    const [path = '', anchor] = posix
      .join(folder, href)
      .replace(/\/(?=#|$)/, '')
      .split('#');
    const link = pageOf(path) ?? (repository && `${repository}/blob/HEAD/${path}`);
    if (link) token.attrSet('href', anchor ? `${link.replace(/#.*/, '')}#${anchor}` : link);
    else showPath(tokens, index, path);
  }
}

/** The link to the page that shows a path of the repository. */
function pageOf(path: string): string | undefined {
  const isOnSite = /^docs\/(?!internals\/(?!(benchmarks|reliability)\.md))/.test(path);
  return isOnSite ? path.slice('docs'.length) : siteLinkOf(path);
}

/** The README in the root has images of docs/, which VitePress bundles. */
function withImagesOfSite(html: string, folder: string): string {
  return folder === '.' ? html.replaceAll('="docs/', '="./') : html;
}

/** Replaces the link that begins at `start` by its text and the path, or by the path only if the text is its end. */
function showPath(tokens: Token[], start: number, path: string): void {
  const end = tokens.findIndex(({ type }, index) => index > start && type === 'link_close');
  const texts = tokens.slice(start + 1, end);
  const text = texts.map(({ content }) => content).join('');
  for (const token of path.endsWith(text) ? texts : []) empty(token);
  for (const index of [start, end]) {
    const token = tokens[index];
    if (token) empty(token);
  }
  const last = tokens[end];
  if (!last) return;
  last.type = 'html_inline';
  last.content = path.endsWith(text) ? `<code>${path}</code>` : ` (<code>${path}</code>)`;
}

function empty(token: Token): void {
  token.type = 'text';
  token.tag = '';
  token.nesting = 0;
  token.attrs = null;
  token.content = '';
}
