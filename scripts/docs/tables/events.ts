import ts from 'typescript';
import { type UseCase, useCases } from '../../../src/entities/use-case.js';
import { receiversOf } from '../../../src/webhooks/parse/event-table.js';
import { code, tableOf } from '../markdown.js';
import { type Documented, declarationsIn, firstSentence } from '../source.js';

const labels: Readonly<Record<UseCase, string>> = {
  'digital-ordering': 'Digital Ordering (own orders)',
  reservations: 'Reservations',
  'order-data': 'Order Data',
  'inventory-management': 'Inventory Management',
};

/** Every webhook event: when the API sends it, and which use cases receive it. */
export function events(): string {
  const rows = [...eventTypes()].map(([name, declaration]) => {
    return [code(name), firstSentence(declaration), receivers(name)];
  });
  return tableOf(['Event', 'Sent when', 'Use cases that receive it'], rows);
}

/** Returns the types of the documented events, such as `OrderCompleteEvent`, by the names of the events. */
export function eventTypes(): ReadonlyMap<string, Documented> {
  return new Map(
    declarationsIn('src/webhooks/parse/events.ts').flatMap((declaration) => {
      const name = nameOfEvent(declaration);
      return name === undefined ? [] : [[name, declaration] as const];
    }),
  );
}

/** Returns the name in a type such as `OrderEvent<'order.complete'>`. */
function nameOfEvent({ node }: Documented): string | undefined {
  if (!ts.isTypeAliasDeclaration(node) || !ts.isTypeReferenceNode(node.type)) return undefined;
  const [argument] = node.type.typeArguments ?? [];
  if (argument === undefined || !ts.isLiteralTypeNode(argument)) return undefined;
  return ts.isStringLiteral(argument.literal) ? argument.literal.text : undefined;
}

function receivers(name: string): string {
  const found = receiversOf(name);
  if (found === undefined) throw new Error(`event-table.ts has no event ${name}`);
  // The event table lists every use case if the specification names none.
  if (found.length === useCases.length) return 'Undocumented';
  return found.map((useCase) => labels[useCase]).join(', ');
}
