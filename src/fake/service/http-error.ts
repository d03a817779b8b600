export interface FieldError {
  /** Path in the body or name in the query: `items[0].quantity`. */
  readonly field: string;
  readonly message: string;
}

/** An error response: `{ code, message, errors? }`. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fieldErrors: readonly FieldError[] = [],
  ) {
    super(message);
    this.name = 'HttpError';
  }
}

export function invalid(field: string, message: string, status = 400): HttpError {
  return new HttpError(status, 'Validation failed', [{ field, message }]);
}

/** Collects problems, so that one response names all of them. */
export class Problems {
  readonly #found: FieldError[] = [];

  add(field: string, message: string): void {
    this.#found.push({ field, message });
  }

  unless(holds: boolean, field: string, message: string): void {
    if (!holds) this.add(field, message);
  }

  throwIfAny(status = 400): void {
    if (this.#found.length > 0) throw new HttpError(status, 'Validation failed', this.#found);
  }
}
