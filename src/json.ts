/** Returns whether a value is an object with fields: neither `null` nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is an object whose properties are its content, unlike those of a `Map`, `Headers`, a `Date` or an array. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** Parses JSON. Returns `undefined` if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON text, because a database driver can return stored JSON as text. Returns other values and invalid text unchanged. */
export function parseIfText(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return parsed === undefined ? value : parsed;
}

/** Returns JSON that is equal for equal values, even if the order of their keys differs. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sortKeys(part) : part));
}

function sortKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
