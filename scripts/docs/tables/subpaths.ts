import { code, tableOf } from '../markdown.js';
import { readText } from '../pages.js';

/** The bundle of an entry file, and how large it may be. */
interface Budget {
  readonly path: string;
  readonly limit: string;
}

/** Every subpath of the package: its contents, and the largest bundle that test/package allows for it. */
export async function subpaths(): Promise<string> {
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(readText('package.json'));
  const file = new URL('../../../test/package/.size-limit.mjs', import.meta.url).href;
  const { default: budgets }: { default: readonly Budget[] } = await import(file);
  const rows = Object.keys(exports)
    .filter((path) => !/\.(json|sql)$/.test(path))
    .map((path) => [code(path.replace('.', 'outlet-open-api')), sentenceOf(path), sizeOf(path, budgets)]);
  return tableOf(['Import', 'Contents', 'Maximum size, minified and gzipped'], rows);
}

/** The first budget of a subpath is that of everything in it. */
function sizeOf(path: string, budgets: readonly Budget[]): string {
  const name = path === '.' ? 'index' : path.slice(2).replace('/', '-');
  const budget = budgets.find((one) => one.path.endsWith(`/dist/${name}.js`));
  if (path === './emulator') return 'Node.js only';
  if (budget === undefined) throw new Error(`test/package/.size-limit.mjs has no budget for ${path}`);
  return budget.limit;
}

function sentenceOf(path: string): string {
  const folder = path.replace('.', 'src');
  const file = path === './testing/msw' ? `${folder}.ts` : `${folder}/index.ts`;
  const [, text = ''] = /^\/\*\*\n(.*?)@packageDocumentation/s.exec(readText(file)) ?? [];
  const [sentence] = text
    .replaceAll(/\s*\n \* ?/g, ' ')
    .replace(/^ \* /, '')
    .trim()
    .split(/(?<=\.)\s/);
  if (!sentence) throw new Error(`${file} does not begin with a comment that has @packageDocumentation`);
  return sentence;
}
