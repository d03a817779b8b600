import { posix } from 'node:path';
import ts from 'typescript';
import { readPacked } from './packed.js';

/** Returns every syntax node of a packed file. */
export function syntaxIn(file: string): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readPacked(file), ts.ScriptTarget.Latest));
  return nodes;
}

/** Returns the imports of a packed file: paths of own files, and the specifiers of other packages. */
export function namedIn(file: string): { own: string[]; others: string[] } {
  const isCode = /\.c?js$/.test(file);
  const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(readPacked(file), true, isCode);
  const named = [...importedFiles, ...typeReferenceDirectives].map(({ fileName }) => fileName);
  const own = named.filter((specifier) => specifier.startsWith('.'));
  return {
    // Type files import the code files next to the types.
    own: own.map((specifier) => posix.join(posix.dirname(file), isCode ? specifier : typesOf(specifier))),
    others: named.filter((specifier) => !specifier.startsWith('.')),
  };
}

function typesOf(code: string): string {
  return code.replace(/\.(c?)js$/, '.d.$1ts');
}

/** Returns a file of the package, and all files that it imports, directly or not. */
export function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const neighbour of namedIn(file).own) reachedFrom(neighbour, reached);
  return reached;
}
