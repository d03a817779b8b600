import type { ClientName } from '../clients/names.js';

/** Who is measured in most rows: ours, and the only one beside it that keeps to a rate at all. In a quick run, ours alone. */
export function contenders({ quick }: { readonly quick: boolean }): readonly ClientName[] {
  return quick ? ['ours'] : ['ours', 'p-throttle-and-retry'];
}
