/** How deep a body can be nested, both ways: deeper ones break whoever walks through them. */
export const deepestNesting = 100;

/** Whether parsed JSON is nested deeper than so many levels. It looks at every answer, so it copies nothing. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const entry of value) if (isObject(entry) && isNestedDeeper(entry, levels - 1)) return true;
    return false;
  }
  for (const key in value) {
    const entry: unknown = Reflect.get(value, key);
    if (isObject(entry) && isNestedDeeper(entry, levels - 1)) return true;
  }
  return false;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object';
}
