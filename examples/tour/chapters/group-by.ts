/** Entries by what a function says of them. `Map.groupBy` needs a later Node. */
export function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry)) ?? [];
    group.push(entry);
    groups.set(keyOf(entry), group);
  }
  return groups;
}
