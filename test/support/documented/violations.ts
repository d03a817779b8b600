import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inList, type PagedListName } from '../../../src/fake/assumptions.js';
import type { FakeResponse } from '../../../src/fake/service/responses.js';
import { isRecord } from '../../../src/json.js';
import { document, fieldsAt, pointerTo, responseTo } from './document.js';

const bodies = createAjv(false);
/** The values of headers are text, so their schemas convert the types. */
const headers = createAjv(true);

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ coerceTypes, allowUnionTypes: true, validateSchema: false });
  ajv.addVocabulary([...Object.keys(document), 'x-assumed', 'x-assumed-reason']);
  addFormats.default(ajv);
  return ajv.addSchema(document, 'document');
}

interface Checks {
  readonly body: ValidateFunction;
  readonly headers: ValidateFunction;
}

/** The checks so far, by the pointer of the response. */
const checks = new Map<string, Checks>();

/** Returns what the document does not allow in a response of a fake, with JSON pointers. */
export function violationsOf(response: FakeResponse): string[] {
  const pointer = responseTo(response.method, response.path ?? '', response.status);
  if (pointer === undefined) return ['the document does not contain this status'];
  let check = checks.get(pointer);
  if (!check) {
    check = { body: checkOfBody(pointer), headers: checkOfHeaders(pointer) };
    checks.set(pointer, check);
  }
  check.body(documentedForm(response));
  check.headers(Object.fromEntries(new Headers(response.headers)));
  return [...textsOf('body', check.body), ...textsOf('headers', check.headers)];
}

function checkOfBody(response: string): ValidateFunction {
  return checkOf(pointerTo(response, 'content', 'application/json', 'schema'));
}

/** Returns the check of the schema at a pointer. */
export function checkOf(schema: string): ValidateFunction {
  return bodies.compile({ $ref: `document${schema}` });
}

/** A header must be documented. A fake without a rate limit sends none of the headers that are required. */
function checkOfHeaders(response: string): ValidateFunction {
  const documented = Object.keys(fieldsAt(pointerTo(response, 'headers'))).map((name) => {
    const header = pointerTo(response, 'headers', name);
    return { name: name.toLowerCase(), header, required: fieldsAt(header).required === true };
  });
  const required = documented.filter((header) => header.required).map(({ name }) => name);
  return headers.compile({
    type: 'object',
    properties: Object.fromEntries(
      documented.map(({ name, header }) => [name, { $ref: `document${pointerTo(header, 'schema')}` }]),
    ),
    dependentRequired: Object.fromEntries(required.map((name) => [name, required])),
    additionalProperties: false,
  });
}

/**
 * Returns a body in the form that the document assumes. A fake can assume others: a bare list, other names and forms of the fields of a
 * page, or a menu in a field. Fields that are `undefined` count as absent, as in JSON.
 */
function documentedForm({ method, path, status, body, assumptions }: FakeResponse): unknown {
  const { bareLists, menuWrapper } = assumptions;
  if (status >= 400) return body;
  if (bareLists && Array.isArray(body)) return { data: body };
  if (!isRecord(body)) return body;
  if (menuWrapper !== false && `${method} ${path}` === 'GET /menus') return body[menuWrapper];
  const list = pagedLists[`${method} ${path}`];
  const wrapper = inList(assumptions.wrapper, list ?? (path === '/channels' ? 'orders' : 'actionLogs'));
  if (!list) return inData(body, wrapper);
  const nextField = inList(assumptions.nextField, list);
  const { [nextField]: next, [wrapper]: records, ...rest } = body;
  // The document has no other lists without `next` on their last page.
  const isAbsent = next === undefined && list !== 'orders';
  const cursor = isAbsent ? { next: null } : nextField in body && { next: textOf(next) };
  return { ...rest, data: records ?? [], ...cursor };
}

/** The lists with pages. */
const pagedLists: Readonly<Record<string, PagedListName>> = {
  'GET /orders': 'orders',
  'GET /orders/action-logs': 'actionLogs',
  'GET /inventory/goods-receipts': 'goodsReceipts',
};

function inData(body: Record<string, unknown>, wrapper: string): unknown {
  if (wrapper === 'data' || !Array.isArray(body[wrapper])) return body;
  const { [wrapper]: data, ...rest } = body;
  return { ...rest, data };
}

/** Returns a cursor as the document describes it. */
function textOf(next: unknown): unknown {
  if (next === false) return null;
  return typeof next === 'number' ? String(next) : next;
}

function textsOf(part: string, { errors }: ValidateFunction): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }: ErrorObject) =>
      `${part}${instancePath} ${message} (${JSON.stringify(params)})`,
  );
}
