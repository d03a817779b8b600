import ts from 'typescript';
import { readText } from './pages.js';

/** A documented declaration of the source. */
export interface Documented {
  readonly name: string;
  readonly node: ts.Node;
  /** The paragraphs of its comment, without tags. */
  readonly paragraphs: readonly string[];
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
  const found = declarationsIn(path).find(({ name }) => name === interfaceName)?.node;
  if (found === undefined || !ts.isInterfaceDeclaration(found)) {
    throw new Error(`${path} has no interface ${interfaceName}`);
  }
  return found.members.flatMap(documented);
}

function documented(node: ts.Node): Documented[] {
  const name =
    ts.isDeclarationStatement(node) || ts.isTypeElement(node) || ts.isVariableDeclaration(node)
      ? node.name?.getText()
      : undefined;
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc);
  if (name === undefined || comment === undefined) return [];
  const defaultTag = comment.tags?.find(({ tagName }) => tagName.text === 'defaultValue');
  const paragraphs = textOf(comment)
    .split(/\n\s*\n/)
    .map(unwrap);
  return [{ name, node, paragraphs, defaultValue: defaultTag && unwrap(textOf(defaultTag)) }];
}

function textOf({ comment }: ts.JSDoc | ts.JSDocTag): string {
  return ts.getTextOfJSDocComment(comment) ?? '';
}

/** Joins the lines of a paragraph, and shows links as code. */
function unwrap(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`');
}

/** Returns the first sentence of a comment. */
export function firstSentence({ name, paragraphs: [text = ''] }: Documented): string {
  const [sentence] = text.split(/(?<=\.)\s+(?=[A-Z`])/);
  if (!sentence?.endsWith('.')) throw new Error(`The comment of ${name} does not begin with a sentence`);
  return sentence;
}

/** Returns a paragraph that begins with a label, such as `What to do:`, without the label. */
export function labelled({ paragraphs }: Documented, label: string): string | undefined {
  return paragraphs.find((text) => text.startsWith(`${label}: `))?.slice(label.length + 2);
}
