import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A block of TypeScript in a page. */
export interface CodeBlock {
  /** Path of the page in the repository. */
  readonly page: string;
  /** Number of the block's first line in the page. */
  readonly line: number;
  /** What follows `ts` or `tsx` after the fence: nothing, `no-run`, or the path of the file that the block shows. */
  readonly info: string;
  readonly code: string;
  /** The page's first block that is not a file, if this block needs it above. */
  readonly above: string;
}

const root = new URL('../../../../', import.meta.url);
const folder = new URL('.files/', import.meta.url);

/** Files that readers copy to the project of a guide, which links to them and shows programs that import them. */
const copied = ['examples/database/takings.ts'];

/** Every block of TypeScript in the README and the docs. */
export function allCodeBlocks(): CodeBlock[] {
  const docs = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md') && !/node_modules|\/api\/|\/\./.test(file));
  return ['README.md', ...docs.toSorted()].flatMap(codeBlocksOf);
}

function codeBlocksOf(page: string): CodeBlock[] {
  const text = readFileSync(new URL(page, root), 'utf8');
  const blocks = [...text.matchAll(/^```tsx?(?: ([^\n]+))?\n(.*?)^```$/gms)];
  const first = blocks.find(([, info = '']) => !info.includes('/'))?.[2] ?? '';
  return blocks.map(([, info = '', code = ''], index) => ({
    page,
    line: text.slice(0, blocks[index]?.index).split('\n').length + 1,
    info,
    code,
    above: code === first || redeclares(code, first) ? '' : first,
  }));
}

/** Whether `code` declares a name that `first` declares too: such a block is used alone. */
function redeclares(code: string, first: string): boolean {
  const names = declaredNames(first);
  return [...declaredNames(code)].some((name) => names.has(name));
}

function declaredNames(code: string): Set<string> {
  const names = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    else if (ts.isVariableDeclaration(node)) collect(node.name);
    else if (ts.isBindingElement(node)) collect(node.name);
    else if (ts.isImportSpecifier(node)) collect(node.name);
    else if (ts.isFunctionDeclaration(node) && node.name) collect(node.name);
    else if (ts.isClassDeclaration(node) && node.name) collect(node.name);
    else if (isContainer(node)) ts.forEachChild(node, collect);
  };
  ts.createSourceFile('block.ts', code, ts.ScriptTarget.Latest).statements.forEach(collect);
  return names;
}

function isContainer(node: ts.Node): boolean {
  return (
    ts.isVariableStatement(node) ||
    ts.isVariableDeclarationList(node) ||
    ts.isObjectBindingPattern(node) ||
    ts.isArrayBindingPattern(node) ||
    ts.isImportDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isNamedImports(node)
  );
}

/** Copies a file that a page shows, and what it imports from its folder. */
function copyWithImports(path: string): void {
  const code = readFileSync(new URL(path, root), 'utf8');
  writeFileSync(new URL(basename(path), folder), code);
  for (const [, name] of code.matchAll(/from '\.\/(.+)\.js'/g))
    copyWithImports(`${dirname(path)}/${name}.ts`);
}

/** Writes each block into a file of its own, and returns the path of each. Blocks can import the files that their page shows or that readers copy. */
export function writeFiles(blocks: readonly CodeBlock[]): Map<string, CodeBlock> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of copied) copyWithImports(path);
  for (const { info } of allCodeBlocks())
    if (info.includes('/') && !info.includes('.test.')) copyWithImports(info);
  return new Map(
    blocks.map((block) => {
      const name = `${block.page.replace(/\.md$/, '').replaceAll('/', '-')}-${block.line}.ts`;
      const path = fileURLToPath(new URL(name, folder));
      writeFileSync(path, `${block.above}${block.code}export {};\n`);
      return [path, block];
    }),
  );
}
