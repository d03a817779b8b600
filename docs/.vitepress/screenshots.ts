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
