import type { MarkdownRenderer } from 'vitepress';

/** Highlights each code block once, although a build renders each page for the site and again for the search. */
export function highlightOnce({ options }: MarkdownRenderer): void {
  const { highlight } = options;
  if (!highlight) return;
  const known = new Map<string, string>();
  options.highlight = (code, language, attributes) => {
    const key = [language, attributes, code].join('\n');
    const html = known.get(key) ?? highlight(code, language, attributes);
    known.set(key, html);
    return html;
  };
}
