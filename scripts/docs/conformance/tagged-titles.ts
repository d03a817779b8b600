import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A test that says which rules it holds: `a reused key with another body is a conflict §idempotency.3`. */
export interface TaggedTitle {
  /** Below `test/`. */
  readonly file: string;
  /** With those of the blocks around it, without tags. */
  readonly title: string;
  /** Ids of rules; `field.*` means all that begin with `field.`. */
  readonly tags: readonly string[];
}

const testFolder = fileURLToPath(new URL('../../../test', import.meta.url));

/** Every tagged title, as written in the source: of a test, a block, or a row in a table of tests. */
export function taggedTitles(): TaggedTitle[] {
  return readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.test(-d)?\.ts$/.test(file) && !file.includes('node_modules/'))
    .toSorted()
    .flatMap((file) => titlesIn(file, readFileSync(`${testFolder}/${file}`, 'utf8')));
}

/** The tagged titles of one source, but for tests that are skipped. */
export function titlesIn(file: string, source: string): TaggedTitle[] {
  const titles: TaggedTitle[] = [];
  const visit = (node: ts.Node): void => {
    if (calls(node, /^(describe|test|it)\.(skip|todo)\b/)) return;
    const text = textOf(node);
    const tags = text === undefined ? [] : tagsOf(text);
    if (tags.length > 0) titles.push({ file, tags, title: withoutTags(chainTo(node).join(' › ')) });
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

/** Returns the tags in a title. */
export function tagsOf(text: string): string[] {
  return [...text.matchAll(/ §([\w.*-]+)/g)].map(([, tag = '']) => tag);
}

/** Returns a title without its tags. */
export function withoutTags(text: string): string {
  return text.replaceAll(/ §[\w.*-]+/g, '');
}

/** The titles of the blocks around a title, and itself. */
function chainTo(title: ts.Node): string[] {
  const chain = [textOf(title) ?? ''];
  for (let node = title.parent; !ts.isSourceFile(node); node = node.parent) {
    const around = titleAt(node);
    if (around && around !== title) chain.unshift(textOf(around) ?? around.getText());
  }
  return chain;
}

/** The title of a block or test, or the name of a table of tests. */
function titleAt(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(node) && ts.isArrayLiteralExpression(node.initializer)) return node.name;
  const first = calls(node, /^(describe|test|it)\b/) ? node.arguments[0] : undefined;
  return first && textOf(first) !== undefined ? first : undefined;
}

function calls(node: ts.Node, callee: RegExp): node is ts.CallExpression {
  return ts.isCallExpression(node) && callee.test(node.expression.getText());
}
