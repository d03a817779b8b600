/** How often each name occurs, the most frequent first. */
export function countBy<T>(all: readonly T[], nameOf: (one: T) => string): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
