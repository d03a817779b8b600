import { isRecord } from '../records.js';

/** How deep a body can be nested, both ways: deeper ones break whoever walks through them. */
export const deepestNesting = 100;

/** Whether parsed JSON is nested deeper than so many levels. It looks at every answer, so it copies nothing. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (Array.isArray(value)) {
    if (levels === 0) return true;
    for (const entry of value)
      if (typeof entry === 'object' && isNestedDeeper(entry, levels - 1)) return true;
    return false;
  }
  if (!isRecord(value)) return false;
  if (levels === 0) return true;
  for (const key in value) {
    const entry = value[key];
    if (typeof entry === 'object' && isNestedDeeper(entry, levels - 1)) return true;
  }
  return false;
}
