import { posix } from 'node:path';
import ts from 'typescript';
import { readPacked } from './packed.js';

/** Every node of the syntax of a packed file. */
export function syntaxIn(file: string): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readPacked(file), ts.ScriptTarget.Latest));
  return nodes;
}

/** What a packed file names: of the package's own files their paths, of others the specifier as it stands there. */
export function namedIn(file: string): { own: string[]; others: string[] } {
  const isCode = /\.c?js$/.test(file);
  const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(readPacked(file), true, isCode);
  const named = [...importedFiles, ...typeReferenceDirectives].map(({ fileName }) => fileName);
  const own = named.filter((specifier) => specifier.startsWith('.'));
  return {
    // Files of types name each other as the code that they stand beside.
    own: own.map((specifier) => posix.join(posix.dirname(file), isCode ? specifier : typesOf(specifier))),
    others: named.filter((specifier) => !specifier.startsWith('.')),
  };
}

function typesOf(code: string): string {
  return code.replace(/\.(c?)js$/, '.d.$1ts');
}

/** A file of the package, and all that it reaches. */
export function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const neighbour of namedIn(file).own) reachedFrom(neighbour, reached);
  return reached;
}
