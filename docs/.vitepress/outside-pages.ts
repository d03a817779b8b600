import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slugify } from './slugify.js';

/** A page whose text is outside docs/. */
export interface OutsidePage {
  /** The path of the page on the site, such as `examples/inventory/index.md`. */
  readonly page: string;
  /** The path of its text in the repository. */
  readonly source: string;
  readonly content: string;
}

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Files of the examples that nobody reads to learn from them. */
const isHidden = (file: string) => /\/test\/|\/(\.gitignore|package-lock\.json)$/.test(file);

const isConfiguration = (file: string) => /\.(json|toml)$/.test(file);

/** Longer files are folded, so that a page is not a hundred screens. */
const maxLines = 40;

/** Files that people download, and do not read. */
export const downloads = ['examples/observability/grafana-dashboard.json'];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'examples'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(new URL(file, root)) && !isHidden(file))
  // Nobody reads an example for its configuration, so that comes last.
  .toSorted((one, other) => Number(isConfiguration(one)) - Number(isConfiguration(other)));

const examples = files.filter((file) => file.endsWith('/README.md')).map((file) => posix.dirname(file));

/** The start and the quick start of the README, the changelog, and a page for each folder of examples/ that has a README. */
export const outsidePages: readonly OutsidePage[] = [
  { page: 'index.md', source: 'README.md', content: firstScreen() },
  {
    page: 'guides/quick-start.md',
    source: 'README.md',
    content: regionOfReadme('quick start').replace('##', '#'),
  },
  { page: 'changelog.md', source: 'CHANGELOG.md', content: read('CHANGELOG.md') },
  ...examples.map((folder) => ({
    page: `${folder}/index.md`,
    source: `${folder}/README.md`,
    content: read(`${folder}/README.md`) + codeOf(folder),
  })),
];

/** The Markdown of a page of the site. */
export function textOf(page: string): string {
  return outsidePages.find((outside) => outside.page === page)?.content ?? read(`docs/${page}`);
}

/** The part of the README that is the home page, with a button. */
function firstScreen(): string {
  const button = '[Quick start](README.md#quick-start){.home-button}';
  return regionOfReadme('home').replace('\n- **', `\n${button}\n\n- **`);
}

function regionOfReadme(name: string): string {
  const [, text] = read('README.md').split(`<!-- #region ${name} -->\n`, 2);
  const [region, after] = text?.split(`<!-- #endregion ${name} -->`, 2) ?? [];
  if (!region || after === undefined) throw new Error(`README.md has no region "${name}"`);
  return region;
}

function codeOf(folder: string): string {
  const blocks = filesOf(folder).map((file) => {
    const language = posix.extname(file).slice(1);
    const code = read(file).trimEnd();
    const block = `\`\`\`\`${language}\n${code}\n\`\`\`\`\n`;
    const lines = code.split('\n').length;
    const shown = lines > maxLines ? `::: details Show ${lines} lines\n${block}:::\n` : block;
    return `\n### ${posix.relative(folder, file)}\n\n${shown}`;
  });
  return blocks.length > 0 ? `\n## Code\n${blocks.join('')}` : '';
}

/** The files that the page of a folder shows, which are those of no other page. The top folder has a list only. */
function filesOf(folder: string): string[] {
  if (folder === 'examples') return [];
  return files.filter(
    (file) => !file.endsWith('/README.md') && !downloads.includes(file) && exampleOf(file) === folder,
  );
}

/** The innermost folder with a page that contains a path. */
function exampleOf(path: string): string | undefined {
  return examples
    .filter((folder) => folder === path || path.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length)[0];
}

/** The URL of the page or heading that shows a path of the repository, if a page does. */
export function siteLinkOf(path: string): string | undefined {
  // Of the two pages from the README, links lead to the quick start.
  const outside = outsidePages.findLast(({ source }) => source === path);
  if (outside) return `/${outside.page}`;
  if (downloads.includes(path)) return `/${path}`;
  const folder = exampleOf(path);
  if (!folder || folder === path) return folder && `/${folder}/index.md`;
  const shown = filesOf(folder).find((file) => file === path || file.startsWith(`${path}/`));
  return shown && `/${folder}/index.md#${slugify(posix.relative(folder, shown))}`;
}
