import type { ClientName } from '../clients/names.js';

/** The clients in most rows: ours, and the only peer that keeps to a rate. Only ours in a quick run. */
export function contenders({ quick }: { readonly quick: boolean }): readonly ClientName[] {
  return quick ? ['ours'] : ['ours', 'p-throttle-and-retry'];
}
