import { WebhookParseError } from '../../errors/webhook-parse-error.js';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';

const statuses: Readonly<Record<(WebhookParseError | WebhookVerificationError)['reason'], number>> = {
  'not-json': 400,
  'not-an-object': 400,
  'no-event-name': 400,
  'too-large': 413,
  stalled: 408,
  'cut-off': 400,
  // Nothing is wrong with the delivery, so it is to come again.
  'already-read': 503,
  'missing-secret': 401,
  'wrong-secret': 401,
  'wrong-address': 403,
  'unknown-address': 403,
  refused: 403,
};

/**
 * An answer to the sender, who is told no more than its status. Only 200 acknowledges; 202 and 204 count as failures. Specification:
 * "Events", rule 5.
 */
export function answer(status: number): Response {
  return new Response(null, { status, headers: status === 405 ? { allow: 'POST' } : {} });
}

/** The status for what has ended a delivery early. What nobody has foreseen is to come again. */
export function statusOf(error: unknown): number {
  return error instanceof WebhookParseError || error instanceof WebhookVerificationError
    ? (statuses[error.reason] ?? 503)
    : 503;
}
