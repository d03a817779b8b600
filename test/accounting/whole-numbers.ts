/**
 * The rules of goods receipts once more, in whole numbers of millionths and from the specification alone, to hold what the package
 * reckons against.
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
  /** In millionths too: 70,000 is 7 %. */
  readonly rate: bigint | null;
  readonly tax: bigint | null;
}

const million = 1_000_000n;
export const cent = 10_000n;

/** What each line and the whole come to. */
export function reckon(receipt: WholeReceipt) {
  const unit = unitOf(receipt);
  const nets = receipt.lines.map(({ amount, discount }) => amount - discount);
  const shares = sharesOf(receipt.discount, nets, unit);
  const lines = receipt.lines.map((line, index) => {
    const net = nets[index] ?? 0n;
    const share = shares[index] ?? 0n;
    const taxBase = net - share;
    const whole = receipt.isTaxInclusive ? million + (line.rate ?? 0n) : million;
    const tax = line.tax ?? halfUp(taxBase * (line.rate ?? 0n), whole * unit) * unit;
    const taxableAmount = receipt.isTaxInclusive ? taxBase - tax : taxBase;
    return { net, documentDiscountShare: share, taxBase, taxableAmount, tax };
  });
  const goods = add(receipt.lines.map(({ amount }) => amount));
  const lineDiscounts = add(receipt.lines.map(({ discount }) => discount));
  const tax = add(lines.map((line) => line.tax));
  const onTop = receipt.isTaxInclusive ? 0n : tax;
  const total = goods - lineDiscounts - receipt.discount + onTop + receipt.shipping;
  return { lines, unit, goods, lineDiscounts, tax, total };
}

/** The last decimal place of the receipt, a cent at most. */
function unitOf({ lines, discount }: WholeReceipt): bigint {
  const amounts = [discount, ...lines.flatMap((line) => [line.amount, line.discount])];
  return [cent, 1_000n, 100n, 10n].find((unit) => amounts.every((amount) => amount % unit === 0n)) ?? 1n;
}

/** The largest remainder method, one unit at a time. */
function sharesOf(discount: bigint, nets: readonly bigint[], unit: bigint): bigint[] {
  const goods = add(nets);
  if (goods === 0n) return nets.map(() => 0n);
  const shares = nets.map((net) => ((discount / unit) * net) / goods);
  const rests = nets.map((net) => ((discount / unit) * net) % goods);
  for (let left = discount / unit - add(shares); left > 0n; left -= 1n) {
    const largest = rests.reduce((best, rest, index) => (rest > (rests[best] ?? 0n) ? index : best), 0);
    shares[largest] = (shares[largest] ?? 0n) + 1n;
    rests[largest] = -1n;
  }
  return shares.map((share) => share * unit);
}

/** The quotient of what is not negative. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

export function add(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Millionths as a number of JSON: the one that this decimal text stands for. */
export function numberOf(millionths: bigint): number {
  return Number(`${millionths}e-6`);
}

/** Millionths as text, with 2 decimal places or more. */
export function textOf(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}
