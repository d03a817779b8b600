/** Groups entries by a key. `Map.groupBy` needs a later version of Node.js. */
export function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry)) ?? [];
    group.push(entry);
    groups.set(keyOf(entry), group);
  }
  return groups;
}
