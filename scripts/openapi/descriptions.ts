import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { useCases } from '../../src/entities/use-case.js';
import { useCaseNames } from '../../src/entities/use-case-names.js';
import { operations } from '../../src/operations/index.js';
import { declarationsIn, fieldsOf, plainText } from '../docs/source.js';

const root = new URL('../../', import.meta.url);

const comments = new Map<string, string>();
const bases = new Map<string, string>();

for (const file of readdirSync(new URL('src/entities', root))) {
  for (const declaration of declarationsIn(`src/entities/${file}`)) {
    const { name, node } = declaration;
    comments.set(name, plainText(declaration));
    // The first object type of a union has the most specific comments.
    for (const field of fieldsOf(declaration).toReversed())
      comments.set(`${name}.${field.name}`, plainText(field));
    const [base] = ts.isInterfaceDeclaration(node) ? (node.heritageClauses ?? []) : [];
    if (base) bases.set(name, base.types.map((type) => type.getText()).join());
  }
}

/** Returns the description of an entity such as `Order`, or of a field such as `Order.status`. */
export function describe(entity: string, field?: string): { description?: string } {
  const comment = comments.get(field === undefined ? entity : `${entity}.${field}`);
  const base = bases.get(entity);
  if (comment !== undefined) return forReaders(comment);
  if (base !== undefined) return describe(base, field);
  throw new Error(`src/entities has no comment for ${entity} ${field ?? ''}`);
}

/** Returns a comment for readers without the SDK. */
export function forReaders(comment: string): { description?: string } {
  const sentences = inHttpTerms(comment).split(/(?<=\.)\s+(?=[A-Z`])/);
  const description = sentences.filter((sentence) => !notForReaders.test(sentence)).join(' ');
  return description === '' ? {} : { description };
}

/** Sentences about the SDK, about gaps, which docs/reference/assumptions.md lists, and references to sections of the API specification. */
const notForReaders =
  /^(API specification:|The API specification does not define |Redacted in errors|Declare |Pass |The client |Other fields, )/;

/** Replaces names that only the SDK has: those of methods, types and use cases. */
function inHttpTerms(text: string): string {
  const replacements = [
    ...operations.map(({ id, method, path }) => [`\`outlet.${id}()\``, `\`${method} ${path}\``] as const),
    ...useCases.map((useCase) => [`\`${useCase}\``, useCaseNames[useCase]] as const),
    ['a `Date`, or ', ''] as const,
  ];
  return replacements.reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text);
}
