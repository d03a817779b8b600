import ts from 'typescript';
import { readText } from './pages.js';

/** A documented declaration of the source. */
export interface Documented {
  readonly name: string;
  readonly node: ts.Node;
  /** The text of its comment, without tags. */
  readonly comment: string;
  /** The text of `@defaultValue`. */
  readonly defaultValue: string | undefined;
}

/** Parses a file by its path below the root of the repository. */
function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true);
}

/** Returns the documented statements of a file, such as classes and constants. */
export function declarationsIn(path: string): Documented[] {
  return parse(path).statements.flatMap((statement) => {
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    return named === undefined ? [] : documented(named);
  });
}

/** Returns the members of an interface, without those that it inherits. */
export function membersOf(path: string, interfaceName: string): Documented[] {
  const found = declarationsIn(path).find(({ name }) => name === interfaceName);
  if (!found) throw new Error(`${path} has no interface ${interfaceName}`);
  return fieldsOf(found);
}

/** Returns the fields of an interface, or of an object type in a union. */
export function fieldsOf({ node }: Documented): Documented[] {
  if (ts.isInterfaceDeclaration(node)) return node.members.flatMap(documented);
  if (!ts.isTypeAliasDeclaration(node) || !ts.isUnionTypeNode(node.type)) return [];
  return node.type.types.filter(ts.isTypeLiteralNode).flatMap(({ members }) => members.flatMap(documented));
}

function documented(node: ts.Node): Documented[] {
  const name =
    ts.isDeclarationStatement(node) || ts.isTypeElement(node) || ts.isVariableDeclaration(node)
      ? node.name?.getText()
      : undefined;
  const doc = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  if (name === undefined || doc === undefined) return [];
  const defaultTag = doc.tags?.find(({ tagName }) => tagName.text === 'defaultValue');
  return [{ name, node, comment: textOf(doc), defaultValue: defaultTag && unwrap(textOf(defaultTag)) }];
}

function textOf({ comment }: ts.JSDoc | ts.JSDocTag): string {
  return ts.getTextOfJSDocComment(comment) ?? '';
}

/** Joins the lines of a text, and shows links as code. */
function unwrap(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`');
}

/** Returns a comment as one line. */
export function plainText({ comment }: Documented): string {
  return unwrap(comment);
}

/** Returns the first sentence of a comment. */
export function firstSentence({ name, comment }: Documented): string {
  const [sentence] = unwrap(comment).split(/(?<=\.)\s+(?=[-A-Z`])/);
  if (!sentence?.endsWith('.')) throw new Error(`The comment of ${name} does not begin with a sentence`);
  return sentence;
}

/** Returns an item of the list in a comment that starts with a label, such as `What to do:`, without the label. */
export function labelled({ comment }: Documented, label: string): string | undefined {
  const start = `- ${label}: `;
  const item = comment.split(/\n(?=- )|\n\s*\n/).find((text) => text.startsWith(start));
  return item && unwrap(item.slice(start.length));
}
