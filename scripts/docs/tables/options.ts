import ts from 'typescript';
import { anyOf, code, tableOf } from '../markdown.js';
import { type Documented, firstSentence, membersOf } from '../source.js';

/** The options of a client. */
export function clientOptions(): string {
  return tableOfOptions(membersOf('src/client/options.ts', 'OutletClientOptions'));
}

/** The options of a webhook handler. */
export function webhookOptions(): string {
  return tableOfOptions(membersOf('src/webhooks/handler/handler-options.ts', 'WebhookHandlerOptions'));
}

/** The options of one call, with the calls that accept them. */
export function callOptions(): string {
  const calls = {
    CallOptions: 'All',
    WriteOptions: 'PUT and POST',
    PostOptions: 'POST',
    ListOptions: 'Lists',
  };
  const fileOf = (name: string) =>
    name === 'ListOptions' ? 'src/client/resources/list-options.ts' : 'src/transport/call-options.ts';
  const rows = Object.entries(calls).flatMap(([name, label]) =>
    membersOf(fileOf(name), name).map((option) => {
      const [first = '', ...others] = rowOf(option);
      return [first, label, ...others];
    }),
  );
  return tableOf(['Option', 'Calls', 'Type', 'Default', 'Description'], rows);
}

function tableOfOptions(options: readonly Documented[]): string {
  return tableOf(['Option', 'Type', 'Default', 'Description'], options.map(rowOf));
}

function rowOf(option: Documented): string[] {
  return [code(option.name), shortType(option), option.defaultValue ?? 'None', firstSentence(option)];
}

/** Returns the alternatives of a type by their names; object types and functions are only called so. */
function shortType({ name, node }: Documented): string {
  if (!ts.isPropertySignature(node) || node.type === undefined) throw new Error(`${name} has no type`);
  const types = ts.isUnionTypeNode(node.type) ? node.type.types : [node.type];
  return anyOf(
    types
      .map(nameOf)
      .filter((text) => text !== 'undefined')
      .map(code),
  );
}

function nameOf(type: ts.TypeNode): string {
  if (ts.isParenthesizedTypeNode(type)) return nameOf(type.type);
  if (ts.isFunctionTypeNode(type)) return 'function';
  if (ts.isTypeOperatorNode(type)) return nameOf(type.type);
  if (ts.isArrayTypeNode(type)) return `${nameOf(type.elementType)}[]`;
  if (ts.isTypeLiteralNode(type)) return 'object';
  if (!ts.isTypeReferenceNode(type)) return type.getText();
  const typeName = type.typeName.getText();
  if (typeName === 'Readonly' || typeName === 'Record') return 'object';
  // A picked part of a type is described by that type.
  const [first] = type.typeArguments ?? [];
  return typeName === 'Pick' && first ? nameOf(first) : typeName;
}
