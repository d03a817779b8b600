import type { BillAction, BillProblem, BillProblemCode } from './bill.js';

/** What is wrong with a receipt, noted down while it is read and reckoned. */
export class Problems {
  readonly list: BillProblem[] = [];

  note(code: BillProblemCode, path: string, message: string): void {
    this.list.push({ code, path, message });
  }

  /** Whether nothing stands against the amounts. */
  get areOfNoAmount(): boolean {
    return this.list.every(({ code }) => besideAmounts.includes(code));
  }

  /** Specification: "Goods receipt statuses". Whatever stands under a receipt's id is voided with it, whatever it says. */
  actionFor(status: string | null): BillAction {
    const isKnown = !this.list.some(({ code }) => code === 'no-id');
    if (status === 'cancelled' && isKnown) return 'void';
    const isFit = this.list.every(({ code }) => code === 'line-tax-differs');
    return status === 'completed' && isFit ? 'post' : 'hold';
  }
}

const besideAmounts: readonly BillProblemCode[] = ['no-id', 'unknown-status', 'no-lines', 'line-tax-differs'];
