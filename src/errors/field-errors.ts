import { isRecord } from '../json.js';
import { joinPath } from './issue.js';

/**
 * Returns the messages in the `errors` of an error body by field path, such as `items[0].quantity`. Messages that belong to no
 * field have the empty path. The API specification does not define the shape of `errors`. The function reads every usual
 * one: strings, findings with a field and a message, maps from fields to strings, and nestings of these.
 */
export function fieldErrorsIn(errors: unknown): Record<string, string[]> {
  const found = new Map<string, string[]>();
  collect(errors, '', (path, text) => {
    const texts = found.get(path);
    if (texts) texts.push(text);
    else found.set(path, [text]);
  });
  // `fromEntries` defines properties, so a field named `__proto__` is harmless.
  return Object.fromEntries(found);
}

/** Keys with which findings name their field. */
export const placeKeys = ['path', 'field', 'property', 'param', 'loc', 'instancePath'];
const textKeys = ['message', 'messages', 'msg', 'error', 'errors', 'reason', 'children'];

type Part = [path: string, value: unknown];

function collect(value: unknown, path: string, add: (path: string, text: string) => void): void {
  if (typeof value === 'string') add(path, value);
  else for (const [place, part] of partsOf(value, path)) collect(part, place, add);
}

function partsOf(value: unknown, path: string): Part[] {
  if (Array.isArray(value)) return value.map((entry, index) => [placeInList(entry, path, index), entry]);
  if (!isRecord(value)) return [];
  return (
    partsOfFinding(value, path) ?? Object.entries(value).map(([name, part]) => [joinPath(path, name), part])
  );
}

/** Below a field, the index of a map is the index in the request: `{ items: [{}, { quantity: '…' }] }`. */
function placeInList(entry: unknown, path: string, index: number): string {
  return path !== '' && isRecord(entry) && !partsOfFinding(entry, path) ? joinPath(path, `${index}`) : path;
}

/** Returns the messages of a finding, or `undefined` if the object is a map of fields. */
function partsOfFinding(value: Record<string, unknown>, path: string): Part[] | undefined {
  const place = placeKeys.map((key) => textOfPlace(value[key])).find((text) => text !== undefined);
  if (place === undefined && typeof value.message !== 'string') return undefined;
  // class-validator: messages by the name of the rule.
  const constraints = isRecord(value.constraints) ? Object.values(value.constraints) : [];
  const texts = [...textKeys.map((key) => value[key]), ...constraints].filter((text) => text !== undefined);
  const whole = place === path ? path : joinPath(path, place ?? '');
  return texts.length > 0 ? texts.map((text) => [whole, text]) : undefined;
}

/** A place is a string, a JSON pointer, or a list of steps. */
function textOfPlace(place: unknown): string | undefined {
  const steps: unknown = typeof place === 'string' ? place.split('/') : place;
  if (!Array.isArray(steps)) return undefined;
  return steps.filter((step) => typeof step === 'string' || typeof step === 'number').reduce(joinPath, '');
}
