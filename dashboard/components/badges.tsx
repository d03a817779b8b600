import type { ComponentChildren } from 'preact';

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad';

/** A short label. Its text says everything that its color says. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Labels and tones of the statuses of orders and goods receipts. */
const statuses: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  open: ['Open', 'info'],
  inKitchen: ['In kitchen', 'warning'],
  readyForPickup: ['Ready for pickup', 'good'],
  complete: ['Complete', 'neutral'],
  cancelled: ['Cancelled', 'bad'],
  draft: ['Draft', 'warning'],
  completed: ['Completed', 'good'],
  partiallyReceived: ['Partially received', 'info'],
};

/** Returns the name of a status, or the status if it is not documented. */
export function statusLabel(status: string): string {
  return statuses[status]?.[0] ?? status;
}

/** The status of an order or a goods receipt. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={statuses[status]?.[1] ?? 'neutral'}>{statusLabel(status)}</Badge>;
}

/** The status of a response; `null` if there is none. */
export function HttpStatus({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="bad">No response</Badge>;
  return <Badge tone={toneOf(status)}>{status}</Badge>;
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warning';
  return status >= 300 ? 'info' : 'good';
}
