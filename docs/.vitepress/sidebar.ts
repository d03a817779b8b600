import { readdirSync, readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';

const docs = new URL('../', import.meta.url);

/** The order of the guides. Titles are the first headings of the pages. */
const guides = {
  'Get started': ['getting-started', 'api-keys'],
  'Use cases': [
    'digital-ordering',
    'reservations',
    'order-data',
    'order-feed',
    'inventory',
    'accounting',
    'export',
  ],
  Concepts: [
    'pagination',
    'checkpoints',
    'rate-limits',
    'retries',
    'errors',
    'typescript',
    'openapi',
    'runtimes',
  ],
  Webhooks: [
    'webhooks/index',
    'webhooks/security',
    'webhooks/delivery',
    'webhooks/proxies',
    'webhooks/serverless',
    'webhooks/many-outlets',
  ],
  Operations: [
    'emulator',
    'any-language',
    'testing',
    'verify',
    'learn',
    'command-line',
    'many-outlets',
    'scaling',
    'deploying',
    'logging',
    'opentelemetry',
    'security',
    'going-live',
    'troubleshooting',
    'versioning',
  ],
};

export function sidebar(): DefaultTheme.SidebarItem[] {
  checkGuides();
  return [
    ...Object.entries(guides).map(([text, names]) => ({ text, items: names.map(guide) })),
    {
      text: 'Reference',
      items: [
        ...pagesIn('reference').map(link),
        { text: 'Error classes', link: '/guides/errors.md#all-errors' },
        { text: 'Webhook events', link: '/guides/webhooks/index.md#events' },
        guide('glossary'),
        { text: 'TypeScript API', link: '/reference/api/', collapsed: true, items: subpaths() },
      ],
    },
    { text: 'Internals', items: pagesIn('internals').map(link) },
  ];
}

function checkGuides(): void {
  const listed = ['glossary', ...Object.values(guides).flat()].map((name) => `guides/${name}.md`);
  const forgotten = [...pagesIn('guides'), ...pagesIn('guides/webhooks')].filter(
    (page) => !listed.includes(page),
  );
  if (forgotten.length > 0) throw new Error(`Add to docs/.vitepress/sidebar.ts: ${forgotten.join(', ')}`);
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
  const heading = /^# (.+)$/m.exec(readFileSync(new URL(page, docs), 'utf8'))?.[1];
  if (!heading) throw new Error(`docs/${page} has no heading`);
  return { text: heading.replaceAll('`', ''), link: `/${page}` };
}
