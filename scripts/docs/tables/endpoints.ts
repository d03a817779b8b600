import { operations } from '../../../src/operations/index.js';
import type { Operation } from '../../../src/operations/operation.js';
import { code, tableOf } from '../markdown.js';
import { operationTexts } from './operation-texts.js';

/** Every endpoint that the client has a method for. */
export function endpoints(): string {
  const rows = operations.map((operation) => [
    code(operation.id),
    code(`${operation.method} ${operation.path}`),
    operationTexts[operation.id]?.summary ?? '',
    responseOf(operation),
  ]);
  return tableOf(['Method', 'Request', 'Purpose', 'Response'], rows);
}

function responseOf({ responseKind, response, range }: Operation): string {
  const order = range && range.order !== 'unknown' ? `, ${range.order.replace('-', ' ')}` : '';
  const kinds = {
    one: `One \`${response}\``,
    list: `A list of \`${response}\``,
    pages: `Pages of \`${response}\`${order}`,
  };
  return kinds[responseKind];
}
