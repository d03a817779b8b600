import ts from 'typescript';
import { code, tableOf } from '../markdown.js';
import { type Documented, declarationsIn, fieldsOf, firstSentence, membersOf, plainText } from '../source.js';

const declarations = ['order', 'payment', 'reservation', 'goods-receipt'].flatMap((file) =>
  declarationsIn(`src/entities/${file}.ts`),
);

/** The fields of an order, and those that the fake adds. Payments have a table of their own. */
export function orderFields(): string {
  const added = membersOf('src/fake/outlet/state.ts', 'FakeOrder').filter(isAdded).map(rowOfAdded);
  return table([...rowsOf('Order', ''), ...added]);
}

/** The fields of a payment. */
export function paymentFields(): string {
  return table(rowsOf('Payment', ''));
}

/** The fields of a goods receipt and its lines. */
export function goodsReceiptFields(): string {
  return table(rowsOf('GoodsReceipt', ''));
}

function table(rows: readonly string[][]): string {
  return tableOf(['Field', 'Type', 'Documented', 'Meaning'], rows);
}

/** Returns a row for each field, followed by the rows of its own fields. */
function rowsOf(interfaceName: string, path: string): string[][] {
  return fieldsOf(declarationOf(interfaceName)).flatMap((field) => {
    const { name, isList } = typeOf(field);
    const row = [
      code(path + field.name),
      typeText(name, isList),
      documentedText(field),
      firstSentence(field),
    ];
    const hasFields = declarations.some((one) => one.name === name && ts.isInterfaceDeclaration(one.node));
    if (!hasFields || name === 'Payment') return [row];
    return [row, ...rowsOf(name, `${path}${field.name}${isList ? '[]' : ''}.`)];
  });
}

function declarationOf(name: string): Documented {
  const found = declarations.find((one) => one.name === name);
  if (!found) throw new Error(`src/entities has no ${name}`);
  return found;
}

/** Returns the type of a field without `null` and `undefined`. */
function typeOf({ name, node }: Documented): { name: string; isList: boolean } {
  if (!ts.isPropertySignature(node) || node.type === undefined) throw new Error(`${name} has no type`);
  const [first] = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
  if (!first) throw new Error(`${name} has no type`);
  const isList = ts.isArrayTypeNode(first);
  return { name: (isList ? first.elementType : first).getText(), isList };
}

function typeText(name: string, isList: boolean): string {
  const found = declarations.find((one) => one.name === name);
  if (!found) return name;
  if (ts.isInterfaceDeclaration(found.node)) return isList ? 'list of objects' : 'object';
  return `string: ${valuesIn(found).map(code).join(', ')}`;
}

/** Returns the values of an enum, which are in its type, or in a constant that it refers to. */
function valuesIn({ node }: Documented): string[] {
  const text = node.getText();
  const constant = /typeof (\w+)/.exec(text)?.[1];
  const values = constant === undefined ? text : declarationOf(constant).node.getText();
  return Array.from(values.matchAll(/'(\w+)'/g), ([, value = '']) => value);
}

function documentedText(field: Documented): string {
  const [, gap] = /does not define (its type|the values)/.exec(plainText(field)) ?? [];
  if (gap !== undefined) return `yes, without ${gap}`;
  return field.name === 'offlineMethod' ? 'yes, with one value' : 'yes';
}

function isAdded(field: Documented): boolean {
  return plainText(field).endsWith('Not documented.');
}

function rowOfAdded(field: Documented): string[] {
  return [code(field.name), typeOf(field).name, 'no, added by the emulator', firstSentence(field)];
}
