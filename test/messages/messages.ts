import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Every text of `src/` that a person can read at run time, by file, in the order of the source. */
export function allMessages(): string {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => ({ file, messages: messagesIn(readFileSync(`${source}/${file}`, 'utf8')) }))
    .filter(({ messages }) => messages.length > 0)
    .map(({ file, messages }) => `# ${file}\n\n${messages.join('\n')}\n`)
    .join('\n');
}

/** Joined literals are one message. Expressions in a template are shown as `{…}`. */
function messagesIn(code: string): string[] {
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text === undefined) ts.forEachChild(node, visit);
    else if (isSentence(text)) messages.push(text);
  };
  visit(ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true));
  return messages;
}

/** Whether a text has words, apart from those of an endpoint such as `GET /orders`, and is neither Lua nor SQL. */
function isSentence(text: string): boolean {
  if (/\b(KEYS|ARGV)\[|\$\d|\bfrom outlet_|= null|^select /.test(text)) return false;
  return text.includes(' ') && /[a-z]{2}/i.test(text.replaceAll('{…}', '')) && !/^[A-Z]+ \//.test(text);
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
