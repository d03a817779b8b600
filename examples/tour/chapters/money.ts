/** Formats cents for people. */
export function money(inCents: number): string {
  return (inCents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Converts an amount to cents, so that sums are exact. */
export function cents(amount: number | null | undefined): number {
  return Math.round((amount ?? 0) * 100);
}

/** Adds up amounts in cents. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
