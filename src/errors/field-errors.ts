import { isRecord } from '../records.js';

/**
 * Reads the `errors` of an error body by field path, such as `items[0].quantity`; what belongs to no field stands under
 * the empty path. The specification does not show the shape of `errors`, so this takes every usual one: texts, findings
 * that name a field and a message, maps of fields to texts, and nestings of these.
 */
export function fieldErrorsIn(errors: unknown): Record<string, string[]> {
  const found = new Map<string, string[]>();
  collect(errors, '', deepest, (place, text) => {
    const path = place.length > longestPath ? '' : place;
    const texts = found.get(path);
    if (texts) texts.push(text);
    else found.set(path, [text]);
  });
  // Defines fields and never sets them, so that `__proto__` is one like every other.
  return Object.fromEntries(found);
}

const deepest = 32;
/** Runtimes tell long keys apart so slowly that an answer full of them would hold up the process. */
const longestPath = 1_000;
/** Keys under which findings name the field that they are about. */
export const placeKeys = ['path', 'field', 'property', 'param', 'loc', 'instancePath'];
export const textKeys = ['message', 'messages', 'msg', 'error', 'errors', 'reason', 'children'];

type Part = [path: string, value: unknown];

function collect(
  value: unknown,
  path: string,
  depth: number,
  add: (path: string, text: string) => void,
): void {
  if (typeof value === 'string') add(path, value);
  else if (depth > 0) for (const [place, part] of partsOf(value, path)) collect(part, place, depth - 1, add);
}

function partsOf(value: unknown, path: string): Part[] {
  if (Array.isArray(value)) return value.map((entry, index) => [placeInList(entry, path, index), entry]);
  if (!isRecord(value)) return [];
  return partsOfFinding(value, path) ?? Object.entries(value).map(([name, part]) => [join(path, name), part]);
}

/** Below a field, a map stands where its entry stands in the request: `{ items: [{}, { quantity: '…' }] }`. */
function placeInList(entry: unknown, path: string, index: number): string {
  return path !== '' && isRecord(entry) && !partsOfFinding(entry, path) ? join(path, `${index}`) : path;
}

/** What a finding tells of its place, or nothing where the object is a map of fields. */
function partsOfFinding(value: Record<string, unknown>, path: string): Part[] | undefined {
  const place = placeKeys.map((key) => textOfPlace(value[key])).find((text) => text !== undefined);
  if (place === undefined && typeof value.message !== 'string') return undefined;
  // Texts by the name of their rule.
  const constraints = isRecord(value.constraints) ? Object.values(value.constraints) : [];
  const texts = [...textKeys.map((key) => value[key]), ...constraints].filter((text) => text !== undefined);
  const whole = place === path ? path : join(path, place ?? '');
  return texts.length > 0 ? texts.map((text) => [whole, text]) : undefined;
}

/** A place is text, a JSON pointer, or a list of steps. */
function textOfPlace(place: unknown): string | undefined {
  const steps: unknown = typeof place === 'string' ? place.split('/') : place;
  if (!Array.isArray(steps)) return undefined;
  return steps.filter((step) => typeof step === 'string' || typeof step === 'number').reduce(join, '');
}

function join(path: string, step: string | number): string {
  const name = /^\d+$/.test(`${step}`) ? `[${step}]` : `${step}`;
  return path === '' || name === '' || name.startsWith('[') ? path + name : `${path}.${name}`;
}
