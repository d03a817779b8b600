import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../../src', import.meta.url));

/** Every text of `src/` that a person can read at run time. */
export function allMessages(): string {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => messagesIn(readFileSync(`${source}/${file}`, 'utf8')))
    .join('\n');
}

/** Joined literals are one message. Expressions in a template are shown as `{…}`. */
function messagesIn(code: string): string[] {
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text === undefined) ts.forEachChild(node, visit);
    else messages.push(text);
  };
  visit(ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true));
  return messages;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{…}');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '{…}'}${right ?? '{…}'}`;
}
