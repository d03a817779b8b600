import type { Taking } from 'outlet-open-api/accounting';
import { JsonFiles } from './json-files.js';

/** The takings of an outlet on a business day, with one payment method. */
export interface SalesDocument extends Taking {
  /** Identifies the document in the accounting system. It never changes. */
  readonly reference: string;
}

/** A ledger in files, with a document per reference. Replace it with your accounting system. */
export class SalesLedger {
  readonly #documents: JsonFiles<SalesDocument>;

  constructor(folder: string) {
    this.#documents = new JsonFiles(folder);
  }

  /** Throws if the ledger is down. With an accounting system, send a request that reads something small. */
  async check(): Promise<void> {
    await this.#documents.open();
  }

  /**
   * Creates or replaces a document. With an accounting system, look up its reference first. If the document exists, update its
   * amount unless it is right already. Otherwise, create it with the idempotency key, so that a request that still runs counts once.
   */
  async put(document: SalesDocument, _idempotencyKey: string): Promise<void> {
    await this.#documents.write(document.reference, document);
  }

  /** Returns all documents. */
  async documents(): Promise<SalesDocument[]> {
    return this.#documents.readAll();
  }
}
