import { brand } from './brand.js';
import { OutletError } from './outlet-error.js';

/** What is wrong with one field. It names the field and the rule, never the value. */
export interface InputIssue {
  /** Where it stands: `items[0].quantity`. */
  readonly path: string;
  readonly message: string;
}

/** Input that breaks a stated rule. Nothing was sent. */
export class InvalidRequestError extends OutletError {
  static {
    brand(this, 'InvalidRequestError');
  }

  /** Every rule that was broken, not the first alone. */
  readonly issues: readonly InputIssue[];

  /** @param what - what was refused, such as `GET /orders/{orderId} was not sent` */
  constructor(what: string, issues: readonly InputIssue[]) {
    const list = issues.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
    super(`${what}: ${list}.`);
    this.issues = issues;
  }
}
