import { operations } from '../src/operations/index.js';
import type { Operation } from '../src/operations/operation.js';

const heading = `# Endpoints

Every endpoint that an outlet key may call, below \`/api/v1\`. This page is written by \`npm run docs\` from \`src/operations/\`, the one
description that the client, the fake and the types follow too.

| method of the client | request | what it does | response | since |
|---|---|---|---|---|
`;

const closing = `
Ranges of dates span at most 31 days at the service; the client splits longer ones. Every POST carries an idempotency key.

## Without a method

Outlet keys may not call these: \`POST /inventory/goods-receipts\` (reserved for the import of invoices), \`GET /inventory/suppliers\`
and \`GET /inventory/products\`. A supplier's id stands on its receipts, as \`supplier.supplierId\`.

An outlet resource exists, but neither its endpoints nor its fields are documented. Whatever this version does not know is called
with \`outlet.request({ method: 'GET', path: '/outlet' })\`.
`;

/** The page of all endpoints. */
export function endpointsPage(): string {
  return heading + operations.map((operation) => `${rowOf(operation)}\n`).join('') + closing;
}

function rowOf(operation: Operation): string {
  const request = `\`${operation.method} ${operation.path}\``;
  const cells = [`\`${operation.id}\``, request, operation.summary, responseOf(operation), operation.since];
  return `| ${cells.join(' | ')} |`;
}

function responseOf({ responseKind, response, range }: Operation): string {
  const order = range && range.order !== 'unknown' ? `, ${range.order.replace('-', ' ')}` : '';
  const kinds = {
    one: `one \`${response}\``,
    list: `a list of \`${response}\``,
    pages: `pages of \`${response}\`${order}`,
  };
  return kinds[responseKind];
}
