import { code, tableOf } from '../markdown.js';
import { readText } from '../pages.js';

/** Every subpath of the package: its contents, and the recorded size of its bundle. */
export function subpaths(): string {
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(readText('package.json'));
  const rows = Object.keys(exports)
    .filter((path) => !/\.(json|sql)$/.test(path))
    .map((path) => [code(path.replace('.', 'outlet-open-api')), sentenceOf(path), sizeOf(path)]);
  return tableOf(['Import', 'Contents', 'Size, minified and gzipped'], rows);
}

/** The first size of a subpath is that of everything in it. */
function sizeOf(path: string): string {
  if (path === './emulator') return 'Node.js only';
  const sizes: Record<string, number> = JSON.parse(readText('test/suites/package/sizes.json'));
  const name = path === '.' ? 'outlet-open-api' : path.slice(2).replace('/', '-');
  const [, bytes] = Object.entries(sizes).find(([bundle]) => bundle.split(',', 1)[0] === name) ?? [];
  if (bytes === undefined) throw new Error(`test/suites/package/sizes.json has no size of ${path}`);
  return `${(bytes / 1_000).toFixed(1)} kB`;
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
