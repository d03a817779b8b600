import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { textOf } from './outside-pages.js';

const docs = new URL('../', import.meta.url);

/** The order of the guides. Titles are the first headings of the pages. */
const start = ['api-keys', 'emulator', 'testing', 'command-line', 'any-language'];
const build = {
  'Use cases': [
    'digital-ordering',
    'reservations',
    'outbox',
    'order-data',
    'inventory',
    'accounting',
    'export',
  ],
  Webhooks: ['webhooks/index', 'webhooks/security', 'webhooks/delivery'],
  Calls: ['errors', 'retries', 'rate-limits', 'pagination', 'typescript', 'hosts'],
};
const run = [
  'going-live',
  'verify',
  'learn',
  'many-outlets',
  'scaling',
  'logging',
  'security',
  'troubleshooting',
];

/** The groups of the sidebar. Pages for maintainers are not in the sidebar. */
export function sidebar(): DefaultTheme.SidebarItem[] {
  checkGuides();
  return [
    { text: 'Start', items: [link('guides/quick-start.md'), ...start.map(guide)] },
    {
      text: 'Build',
      items: Object.entries(build).map(([text, names]) => ({ text, items: names.map(guide) })),
    },
    { text: 'Run', items: run.map(guide) },
    {
      text: 'Examples',
      items: [{ ...link('examples/index.md'), text: 'All examples' }, ...examplesIn('examples')],
    },
    {
      text: 'Reference',
      items: [
        ...pagesIn('reference').map(link),
        { text: 'Error classes', link: '/guides/errors.md#all-errors' },
        { text: 'Webhook events', link: '/guides/webhooks/index.md#events' },
        link('changelog.md'),
        { text: 'TypeScript API', link: '/reference/api/', collapsed: true, items: subpaths() },
      ],
    },
  ];
}

function checkGuides(): void {
  const listed = [...start, ...Object.values(build).flat(), ...run].map((name) => `guides/${name}.md`);
  const forgotten = [...pagesIn('guides'), ...pagesIn('guides/webhooks')].filter(
    (page) => !listed.includes(page),
  );
  if (forgotten.length > 0) throw new Error(`Add to docs/.vitepress/sidebar.ts: ${forgotten.join(', ')}`);
}

/** The examples that the README of a folder links to, in its order. */
function examplesIn(folder: string): DefaultTheme.SidebarItem[] {
  const links = textOf(`${folder}/index.md`).matchAll(/\]\(([\w-]+)\/README\.md\)/g);
  const names = new Set(Array.from(links, ([, name = '']) => name));
  return [...names].map((name) => {
    const items = examplesIn(posix.join(folder, name));
    return { ...link(`${folder}/${name}/index.md`), ...(items.length > 0 && { collapsed: true, items }) };
  });
}

/** The page of each subpath, which lists what the subpath exports. The links are those of the index that TypeDoc writes. */
function subpaths(): DefaultTheme.SidebarItem[] {
  const index = readFileSync(new URL('reference/api/index.md', docs), 'utf8');
  return [...index.matchAll(/^\| \[(.+?)\]\((.+?)\)/gm)].map(([, text = '', page]) => ({
    text,
    link: `/reference/api/${page}`,
  }));
}

function pagesIn(folder: string): string[] {
  return readdirSync(new URL(folder, docs))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
    .toSorted();
}

function guide(name: string): DefaultTheme.SidebarItem {
  return link(`guides/${name}.md`);
}

function link(page: string): DefaultTheme.SidebarItem {
  const heading = /^# (.+)$/m.exec(textOf(page))?.[1];
  if (!heading) throw new Error(`${page} has no heading`);
  return { text: heading.replaceAll('`', ''), link: `/${page}` };
}
