import type { OutletClientOptions } from 'outlet-open-api';

/** What is used of another copy of the package. Its classes are of other types than those of this one. */
export interface OtherCopy {
  readonly OutletClient: new (
    options: OutletClientOptions,
  ) => { readonly channels: { list(): PromiseLike<unknown> } };
  readonly RequestValidationError: abstract new (...input: never[]) => Error;
  readonly CallError: abstract new (...input: never[]) => Error;
  isOutletError(error: unknown): boolean;
}

/** What a case finds where it runs. */
export interface Place {
  /** The address of the service, on another origin. */
  readonly serviceUrl: string;
  /** The package as the other module system gives it: CommonJS where the cases are ES modules, and the other way round. */
  readonly otherCopy: OtherCopy;
}

/** Rejects where something is not as it must be. */
export type Case = (place: Place) => Promise<void>;

/** By what they say. */
export type Cases = Readonly<Record<string, Case>>;
