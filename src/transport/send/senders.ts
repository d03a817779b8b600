import { AccessTokenError } from '../../errors/no-response-errors.js';
import type { CallContext, Sender } from '../call-context.js';
import { failures } from '../outcomes.js';
import type { Settings } from '../settings.js';

/** A function that returns access tokens. */
export type TokenFunction = Exclude<Settings['accessToken'], string>;

/** The senders of each function, by idempotency key. The oldest come first. */
const senders = new WeakMap<TokenFunction, Map<string, Sender>>();

/** How long the API knows an idempotency key. API specification: Limits › Idempotency rules. */
const maxAge = 24 * 60 * 60 * 1_000;

/** The number of keys that are remembered for each function, besides those whose outcome is unknown. */
const maxRemembered = 1_000;

/**
 * Remembers which token sends the idempotency key of a call, before it is sent. Throws if a call with the key may have been sent with
 * another token, because the API key of this token may not know it.
 */
export function beginSending(call: CallContext, accessToken: TokenFunction, token: string): void {
  const { idempotencyKey } = call.info;
  if (idempotencyKey === undefined) return;
  const known = senders.get(accessToken) ?? new Map<string, Sender>();
  senders.set(accessToken, known);
  const sender: Sender = known.get(idempotencyKey) ?? {
    token,
    running: 0,
    outcome: undefined,
    since: Date.now(),
  };
  const others = sender.running - (call.sender === sender ? 1 : 0);
  if (sender.token !== token && (sender.outcome !== undefined || others > 0)) throw otherToken(call);
  sender.token = token;
  if (call.sender !== sender) sender.running += 1;
  call.sender = sender;
  known.set(idempotencyKey, sender);
  if (known.size > maxRemembered) removeOne(known);
}

/** Remembers what became of a call. */
export function endSending({ sender, outcome, settings: { accessToken }, info }: CallContext): void {
  if (!sender || typeof accessToken === 'string') return;
  sender.running -= 1;
  if (outcome === 'performed' || (outcome === 'unknown' && sender.outcome === undefined))
    sender.outcome = outcome;
  if (sender.running === 0 && sender.outcome === undefined)
    senders.get(accessToken)?.delete(info.idempotencyKey ?? '');
}

/** Returns whether a POST of the function runs, or may have been performed, so that its key can be repeated. */
export function hasUnclearPosts(accessToken: Settings['accessToken']): boolean {
  if (typeof accessToken === 'string') return false;
  return [...(senders.get(accessToken)?.values() ?? [])].some(isUnclear);
}

function isUnclear({ running, outcome, since }: Sender): boolean {
  return running > 0 || (outcome === 'unknown' && Date.now() - since < maxAge);
}

function removeOne(known: Map<string, Sender>): void {
  for (const [key, sender] of known) {
    if (isUnclear(sender)) continue;
    known.delete(key);
    return;
  }
}

function otherToken(call: CallContext): AccessTokenError {
  const problem = 'returned another token than the one that sent this idempotencyKey before';
  const advice =
    'The API may have performed that call, and another API key may not know the idempotencyKey. Look for its result before you use a new one.';
  return new AccessTokenError(problem, call.recordFailure(failures.otherToken), { advice });
}
