/** How deep a body can be nested, both ways: deeper ones break whoever walks through them. */
export const deepestNesting = 100;

/** Whether parsed JSON is nested deeper than so many levels. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return entries.some((entry) => isNestedDeeper(entry, levels - 1));
}
