import { readFileSync } from 'node:fs';
import { isRecord } from '../../../src/json.js';

/** docs/openapi.json. */
export const document: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);

/** Returns the fields of the object at a JSON pointer, such as `#/paths`; none if the document has no such object. */
export function fieldsAt(pointer: string): Readonly<Record<string, unknown>> {
  const value = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (isRecord(node) ? node[part.replace(/~1/g, '/')] : undefined), document);
  return isRecord(value) ? value : {};
}

/** Returns the pointer of a field. Follows its `$ref`, if it has one. */
export function pointerTo(pointer: string, ...fields: readonly string[]): string {
  return fields.reduce((parent, field) => {
    const own = `${parent}/${field.replaceAll('/', '~1')}`;
    const { $ref } = fieldsAt(own);
    return typeof $ref === 'string' ? $ref : own;
  }, pointer);
}

const templates = Object.keys(fieldsAt('#/paths'))
  // `/orders/action-logs` is not the path of an order, so paths without parameters come first.
  .toSorted((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));

/** Returns the pointer of an operation; `undefined` if the document does not have it. */
export function operationOf(method: string, path: string): string | undefined {
  const template = templates.find(({ pattern }) => pattern.test(path))?.path ?? '';
  const verb = method.toLowerCase();
  return verb in fieldsAt(pointerTo('#/paths', template)) ? pointerTo('#/paths', template, verb) : undefined;
}

/** Returns the pointer of the response that the document has for a request; `undefined` if it has none. */
export function responseTo(method: string, path: string, status: number): string | undefined {
  const operation = operationOf(method, path);
  if (!operation) return status < 400 ? undefined : '#/components/responses/OtherError';
  const responses = pointerTo(operation, 'responses');
  if (String(status) in fieldsAt(responses)) return pointerTo(responses, String(status));
  // `default` describes errors.
  return status < 400 ? undefined : pointerTo(responses, 'default');
}
