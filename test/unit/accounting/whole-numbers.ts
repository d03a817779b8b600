/**
 * The rules of goods receipts in whole numbers, written from the specification alone. The tests compare the package with them.
 * Amounts are in millionths. Taxes that are not rounded are fractions.
 */
export interface WholeReceipt {
  readonly lines: readonly WholeLine[];
  readonly discount: bigint;
  readonly shipping: bigint;
  readonly isTaxInclusive: boolean;
}

interface WholeLine {
  readonly amount: bigint;
  readonly discount: bigint;
  /** In units of `rateScale`: 7,000,000 is 7 %. */
  readonly rate: bigint | null;
  readonly tax: bigint | null;
}

export const cent = 10_000n;
export const rateScale = 100_000_000n;

/** Calculates the lines and the totals. */
export function calculate(receipt: WholeReceipt, headerTax: bigint | null = null) {
  const { discount, shipping, isTaxInclusive } = receipt;
  const unit = unitOf([discount, ...receipt.lines.flatMap((line) => [line.amount, line.discount])]);
  const nets = receipt.lines.map((line) => line.amount - line.discount);
  const shares = split(discount, nets, unit);
  const bases = nets.map((net, index) => net - (shares[index] ?? 0n));
  const { taxes, exactTax } = taxesOf(receipt, bases, headerTax, unit);
  const lines = bases.map((taxBase, index) => {
    const tax = taxes[index] ?? 0n;
    const taxableAmount = isTaxInclusive ? taxBase - tax : taxBase;
    return {
      net: nets[index] ?? 0n,
      documentDiscountShare: shares[index] ?? 0n,
      taxBase,
      taxableAmount,
      tax,
    };
  });
  const goods = add(receipt.lines.map(({ amount }) => amount));
  const lineDiscounts = add(receipt.lines.map((line) => line.discount));
  const tax = add(taxes);
  const total = goods - lineDiscounts - discount + (isTaxInclusive ? 0n : tax) + shipping;
  return { lines, unit, goods, lineDiscounts, tax, exactTax, total };
}

function taxesOf(receipt: WholeReceipt, bases: readonly bigint[], headerTax: bigint | null, unit: bigint) {
  const { lines, isTaxInclusive } = receipt;
  const divisors = lines.map(({ rate }) => (isTaxInclusive ? rateScale + (rate ?? 0n) : rateScale));
  const denominator = divisors.reduce((product, divisor) => product * divisor, 1n);
  const stated = add(lines.map(({ tax }) => tax ?? 0n));
  const exact = lines.map(({ rate, tax }, index) =>
    tax === null ? ((bases[index] ?? 0n) * (rate ?? 0n) * denominator) / (divisors[index] ?? 1n) : 0n,
  );
  const rest = (headerTax ?? 0n) - stated;
  const off = rest * denominator - add(exact);
  const agrees = headerTax !== null && off <= cent * denominator && off >= -cent * denominator;
  const taxes = agrees
    ? split(rest > 0n ? rest : 0n, exact, unitOf([unit, rest]))
    : exact.map((tax) => halfUp(tax, denominator * unit) * unit);
  return {
    taxes: lines.map(({ tax }, index) => tax ?? taxes[index] ?? 0n),
    /** With what the lines state, and rounded down to millionths. */
    exactTax: stated + add(exact) / denominator,
  };
}

/** The last decimal place of amounts, a cent at most. */
function unitOf(amounts: readonly bigint[]): bigint {
  return [cent, 1_000n, 100n, 10n].find((unit) => amounts.every((amount) => amount % unit === 0n)) ?? 1n;
}

/** The largest remainder method, one unit at a time. */
function split(amount: bigint, weights: readonly bigint[], unit: bigint): bigint[] {
  const whole = add(weights);
  if (whole === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => ((amount / unit) * weight) / whole);
  const remainders = weights.map((weight) => ((amount / unit) * weight) % whole);
  for (let left = amount / unit - add(shares); left > 0n; left -= 1n) {
    const largest = remainders.reduce(
      (best, next, index) => (next > (remainders[best] ?? 0n) ? index : best),
      0,
    );
    shares[largest] = (shares[largest] ?? 0n) + 1n;
    remainders[largest] = -1n;
  }
  return shares.map((share) => share * unit);
}

/** Divides numbers that are not negative, and rounds half up. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

export function add(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Returns millionths as the number that JSON would contain. */
export function numberOf(millionths: bigint): number {
  return Number(`${millionths}e-6`);
}

/** Formats millionths with 2 decimals or more. */
export function textOf(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}
