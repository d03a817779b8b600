import ts from 'typescript';

/** Ends a sentence but not the line, so that line numbers stay right. */
const paragraphSeparator = '\u2029';

/**
 * The comments and literals of a TypeScript source as Markdown, each at its line. Literals of one word are left out;
 * the others are titles of tests, and messages.
 */
export function proseOf(source: string): string {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const prose: string[] = Array(source.split('\n').length).fill('');

  const comments = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const comment of commentsAround(source, node)) comments.set(comment.pos, comment);
    const text = textOf(node);
    if (text?.includes(' ')) {
      const line = lineAt(node.getStart());
      // The dot ends the sentence, because Markdown would continue the list item with the next line.
      prose[line] = `${prose[line] || '-'} ${text}.`;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { pos, end } of comments.values()) {
    const lines = source.slice(pos, end).split('\n').map(withoutMarks);
    prose.splice(lineAt(pos), lines.length, ...lines);
  }
  return prose.join('\n');
}

function commentsAround(source: string, node: ts.Node): readonly ts.CommentRange[] {
  return [
    ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
    ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
  ];
}

/** A line of a comment without `//`, `/**` and leading asterisks. Names in links and tags are code. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(\/\*\*?|\*\/|\*|\/\/)? ?/, '')
    .replace(/\s*\*\/$/, '')
    .replace(/\{@link(?:code)? ([^}]+)\}/g, '`$1`')
    .replace(/^@(param|template) (\S+)( -)?/, '- ')
    .replace(/^@\w+/, '- ');
}

/** The text of a literal, without tags of rules, and with placeholders for the expressions of a template. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) && ts.isImportDeclaration(node.parent)) return undefined;
  if (ts.isStringLiteralLike(node)) return plain(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(({ literal }) => literal.text);
  return plain([node.head.text, ...spans].join('X'));
}

function plain(text: string): string {
  return text.replaceAll('\n', paragraphSeparator).replace(/ §\S+/g, '');
}
