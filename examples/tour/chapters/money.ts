/** Cents as people read them. */
export function money(inCents: number): string {
  return (inCents / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
