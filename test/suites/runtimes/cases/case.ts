import type { OutletClientOptions } from 'outlet-open-api';

/** The used part of another copy of the package. Its classes have other types than those of this copy. */
export interface OtherCopy {
  readonly OutletClient: new (
    options: OutletClientOptions,
  ) => { readonly channels: { list(): PromiseLike<unknown> } };
  readonly RequestValidationError: abstract new (...input: never[]) => Error;
  readonly CallError: abstract new (...input: never[]) => Error;
  readonly OutletError: abstract new (...input: never[]) => Error;
}

/** The environment of a case. */
export interface Place {
  /** The URL of the service, on another origin. */
  readonly serviceUrl: string;
  /** The package in the other module system: CommonJS if the cases are ES modules, and the other way round. */
  readonly otherCopy: OtherCopy;
}

/** Rejects if a check fails. */
export type Case = (place: Place) => Promise<void>;

/** Cases by title. */
export type Cases = Readonly<Record<string, Case>>;
