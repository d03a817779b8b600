import ts from 'typescript';
import { code, tableOf } from '../markdown.js';
import { type Documented, declarationsIn, fieldsOf, firstSentence, membersOf, plainText } from '../source.js';

const declarations = ['order', 'payment', 'reservation', 'goods-receipt'].flatMap((file) =>
  declarationsIn(`src/entities/${file}.ts`),
);

/** The fields of an entity. An order also has those that the fake adds. */
export function fields(entity: 'Order' | 'Payment' | 'GoodsReceipt'): string {
  const members = entity === 'Order' ? membersOf('src/fake/outlet/state.ts', 'FakeOrder') : [];
  const added = members.filter((field) => plainText(field).endsWith('Not documented.'));
  return tableOf(
    ['Field', 'Type', 'Meaning'],
    [
      ...rowsOf(declarationOf(entity)),
      ...added.map((field) => rowOf(field, field.name, 'Added by the emulator, not documented.')),
    ],
  );
}

/** Returns a row for each field, followed by the rows of its own fields. Payments have a table of their own. */
function rowsOf(entity: Documented, path = ''): string[][] {
  return fieldsOf(entity).flatMap((field) => {
    const row = rowOf(field, path + field.name, gapOf(field));
    const { name, isList, declaration } = typeOf(field);
    if (!declaration || !ts.isInterfaceDeclaration(declaration.node) || name === 'Payment') return [row];
    return [row, ...rowsOf(declaration, `${path}${field.name}${isList ? '[]' : ''}.`)];
  });
}

function rowOf(field: Documented, path: string, gap: string): string[] {
  return [code(path), typeText(field), [firstSentence(field), gap].filter(Boolean).join(' ')];
}

/** Returns what is not documented of a field. */
function gapOf(field: Documented): string {
  const [, gap] = /does not define (its type|the values)/.exec(plainText(field)) ?? [];
  if (gap === 'its type') return 'Its type is not documented.';
  if (gap === 'the values') return 'Its values are not documented.';
  return field.name === 'offlineMethod' ? 'Only one value is documented.' : '';
}

function typeText(field: Documented): string {
  const { name, isList, declaration } = typeOf(field);
  if (!declaration) return name;
  if (ts.isInterfaceDeclaration(declaration.node)) return isList ? 'list of objects' : 'object';
  return `string: ${valuesIn(declaration).map(code).join(', ')}`;
}

/** Returns the type of a field without `null` and `undefined`, and its declaration if it is not built in. */
function typeOf({ name, node }: Documented) {
  if (!ts.isPropertySignature(node) || node.type === undefined) throw new Error(`${name} has no type`);
  const type = ts.isUnionTypeNode(node.type) ? (node.type.types[0] ?? node.type) : node.type;
  const isList = ts.isArrayTypeNode(type);
  const typeName = (isList ? type.elementType : type).getText();
  return { name: typeName, isList, declaration: declarations.find((one) => one.name === typeName) };
}

/** Returns the values of an enum, which are in its type, or in a constant that it refers to. */
function valuesIn({ node }: Documented): string[] {
  const text = node.getText();
  const constant = /typeof (\w+)/.exec(text)?.[1];
  const values = constant === undefined ? text : declarationOf(constant).node.getText();
  return Array.from(values.matchAll(/'(\w+)'/g), ([, value = '']) => value);
}

function declarationOf(name: string): Documented {
  const found = declarations.find((one) => one.name === name);
  if (!found) throw new Error(`src/entities has no ${name}`);
  return found;
}
