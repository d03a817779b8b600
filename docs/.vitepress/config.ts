import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type SiteConfig } from 'vitepress';
import { repositoryUrl } from '../../scripts/published-files.js';
import { notOnSite, rewriteLinks } from './links.js';
import { writeLlmsFiles } from './llms.js';
import { followTheme, keepShortCode, stackTables } from './markdown.js';
import { downloads, outsidePages } from './outside-pages.js';
import { searchOptions } from './search.js';
import { sidebar } from './sidebar.js';
import { slugify } from './slugify.js';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const repository = repositoryUrl(manifest);

export default defineConfig({
  title: manifest.name,
  description: manifest.description,
  lang: 'en',
  cleanUrls: true,
  metaChunk: true,
  srcExclude: notOnSite,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { mjs: 'js' },
    anchor: { slugify },
    config: (markdown) => {
      followTheme(markdown);
      keepShortCode(markdown);
      rewriteLinks(markdown, repository);
      stackTables(markdown);
    },
  },
  themeConfig: {
    search: { provider: 'local', options: searchOptions },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '^/guides/(?!emulator)' },
      { text: 'Reference', link: '/reference/endpoints', activeMatch: '^/reference/' },
      { text: 'Emulator', link: '/guides/emulator' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: sidebar(),
    ...(repository && {
      socialLinks: [{ icon: 'github', link: repository }],
      editLink: { pattern: `${repository}/edit/HEAD/docs/:path` },
    }),
  },
  transformPageData: ({ relativePath, frontmatter }) => {
    if (outsidePages.some(({ page }) => page === relativePath)) {
      frontmatter.editLink = false;
    } else if (relativePath.startsWith('reference/api/')) {
      // The pages of TypeDoc have no order, and no source in the repository.
      Object.assign(frontmatter, { prev: false, next: false, editLink: false });
    } else if (relativePath.startsWith('reference/')) {
      // Tables need the width of the outline.
      frontmatter.aside = false;
    }
  },
  // The search index is large, and loaded only when someone searches.
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  buildEnd(site) {
    writeLlmsFiles(site);
    copyFiles(site);
  },
});

function copyFiles({ srcDir, outDir }: SiteConfig): void {
  copyFileSync(join(srcDir, 'openapi.json'), join(outDir, 'openapi.json'));
  for (const path of downloads) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    copyFileSync(join(srcDir, '..', path), join(outDir, path));
  }
}
