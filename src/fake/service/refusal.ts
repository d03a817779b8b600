/** One thing that is wrong with a request. */
export interface FieldError {
  /** Path in the body or name in the query: `items[0].quantity`. */
  readonly field: string;
  readonly message: string;
}

/** The service says no. Thrown by the rules, answered as `{ code, message, errors? }`. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fieldErrors: readonly FieldError[] = [],
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

export function invalid(field: string, message: string, status = 400): Refusal {
  return new Refusal(status, 'Validation failed', [{ field, message }]);
}

/** Collects what is wrong, so that one answer names all of it. */
export class Problems {
  readonly #found: FieldError[] = [];

  /** Notes a problem unless what has to hold does. */
  unless(holds: boolean, field: string, message: string): void {
    if (!holds) this.#found.push({ field, message });
  }

  refuseIfAny(status = 400): void {
    if (this.#found.length > 0) throw new Refusal(status, 'Validation failed', this.#found);
  }
}
