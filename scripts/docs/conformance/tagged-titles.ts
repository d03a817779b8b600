import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The title of a test or block that says which rules it holds: `a reused key with another body is a conflict §idempotency.3`. */
export interface TaggedTitle {
  /** Below `test/`. */
  readonly file: string;
  /** IDs of rules; `field.*` means all that begin with `field.`. */
  readonly tags: readonly string[];
}

const testFolder = fileURLToPath(new URL('../../../test', import.meta.url));

/** Every tagged title, as written in the source: of a test, a block, or a row in a table of tests. */
export function taggedTitles(): TaggedTitle[] {
  // Not the packages of suites, which have 70,000 files.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test-d.ts'];
  return execFileSync('git', list, { cwd: testFolder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(`${testFolder}/${file}`))
    .toSorted()
    .flatMap((file) => titlesIn(file, readFileSync(`${testFolder}/${file}`, 'utf8')));
}

/** The tagged titles of one source, but for tests that are skipped. */
export function titlesIn(file: string, source: string): TaggedTitle[] {
  const titles: TaggedTitle[] = [];
  if (!source.includes(' §')) return titles;
  const visit = (node: ts.Node): void => {
    if (calls(node, /^(describe|test|it)\.(skip|todo)\b/)) return;
    const text = textOf(node);
    const tags = text === undefined ? [] : tagsOf(text);
    if (tags.length > 0) titles.push({ file, tags });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return titles;
}

/** The text of a literal. A template keeps its placeholders. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
}

function tagsOf(text: string): string[] {
  return [...text.matchAll(/ §([\w.*-]+)/g)].map(([, tag = '']) => tag);
}

function calls(node: ts.Node, callee: RegExp): node is ts.CallExpression {
  return ts.isCallExpression(node) && callee.test(node.expression.getText());
}
