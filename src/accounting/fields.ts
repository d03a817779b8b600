import { type Decimal, decimal } from './decimal.js';
import type { Problems } from './problems.js';

/** From here on a double cannot tell one cent from the next. */
const tooLarge = 1e13;

/** The fields of a receipt or of one of its lines, each to be looked at once. What is wrong with them is noted. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #holder: string;
  readonly #problems: Problems;

  /** @param holder - what stands before the name of a field in its path, such as `items[0].` */
  constructor(values: Readonly<Record<string, unknown>>, holder: string, problems: Problems) {
    this.#values = values;
    this.#holder = holder;
    this.#problems = problems;
  }

  text(field: string): string | null {
    const value = this.#values[field];
    return typeof value === 'string' ? value : null;
  }

  flag(field: string): boolean | null {
    const value = this.#values[field];
    return typeof value === 'boolean' ? value : null;
  }

  amount(field: string): Decimal | null {
    const value = this.#values[field];
    return value === null || value === undefined ? null : this.#amountOf(field, value);
  }

  amountThere(field: string): Decimal | null {
    return this.#amountOf(field, this.#values[field]);
  }

  /** A decimal fraction. */
  rate(field: string): Decimal | null {
    const value = this.#values[field];
    if (value === null || value === undefined) return null;
    if (typeof value === 'number' && value >= 0 && value <= 1) return decimal(value);
    this.#note('malformed', field, 'is no decimal fraction from 0 to 1, of which 0.07 is 7 %');
    return null;
  }

  #amountOf(field: string, value: unknown): Decimal | null {
    if (typeof value !== 'number' || !(Math.abs(value) < tooLarge)) {
      this.#note('malformed', field, 'is no number that is exact to the cent');
      return null;
    }
    const amount = decimal(value);
    if (amount.lt(0)) this.#note('negative', field, 'is negative');
    return amount;
  }

  #note(code: 'malformed' | 'negative', field: string, message: string): void {
    this.#problems.note(code, `${this.#holder}${field}`, message);
  }
}
