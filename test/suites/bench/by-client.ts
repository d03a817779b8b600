import type { ClientName } from './clients/names.js';

/** Groups items by client, in the order in which clients first appear. */
export function byClient<T extends { readonly client: ClientName }>(
  items: readonly T[],
): Map<ClientName, T[]> {
  const groups = new Map<ClientName, T[]>();
  for (const item of items) {
    const group = groups.get(item.client) ?? [];
    groups.set(item.client, group);
    group.push(item);
  }
  return groups;
}
