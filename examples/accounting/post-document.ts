import { randomUUID } from 'node:crypto';
import type { JsonFiles } from './json-files.js';
import type { SalesDocument, SalesLedger } from './sales-ledger.js';

/** The last attempt to post a document. */
export interface Attempt {
  readonly document: SalesDocument;
  readonly idempotencyKey: string;
  readonly isPosted: boolean;
}

/**
 * Posts a document, unless its amount is posted already. The attempt is saved first: after a crash, the same amount is sent with the
 * same idempotency key. Another amount has another key, also if it was posted before.
 */
export async function postDocument(
  document: SalesDocument,
  attempts: JsonFiles<Attempt>,
  ledger: SalesLedger,
): Promise<'posted' | 'updated' | 'unchanged'> {
  const last = await attempts.read(document.reference);
  const isSame = last?.document.minorUnits === document.minorUnits;
  if (isSame ? last.isPosted : !last && document.minorUnits === 0) return 'unchanged';
  const idempotencyKey = isSame ? last.idempotencyKey : randomUUID();
  const attempt = { document, idempotencyKey, isPosted: false };
  await attempts.write(document.reference, attempt);
  await ledger.put(document, idempotencyKey);
  await attempts.write(document.reference, { ...attempt, isPosted: true });
  return last && !isSame ? 'updated' : 'posted';
}
