import { assertValid } from '../../errors/request-validation-error.js';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.js';
import type { WebhookGuard } from './guard.js';
import { finderOf, placeProblem, type SecretPlace } from './secret-place.js';

/** Where a delivery carries the secret, and which ones are right. */
export type SharedSecretOptions = SecretPlace & {
  /**
   * The secret, or several that are right at once while one replaces the other. Of a list, what is `undefined` is passed over; where
   * nothing is left, no guard is made.
   */
  readonly value: string | undefined | readonly (string | undefined)[];
};

/**
 * Lets in what carries a secret that only you and the service know: you put it into the webhook URL of the key. It is compared in
 * a time that tells nothing of it. Take 32 random bytes in hexadecimal; letters such as `+` and `/` mean something else in an address.
 *
 * To change it, allow both, change the URL in the dashboard, and drop the old one when no delivery of it can be under way any more.
 *
 * Specification: "Authentication", rule 10.
 *
 * @example
 * ```ts
 * sharedSecret({ query: 'secret', value: [process.env.WEBHOOK_SECRET, process.env.OLD_WEBHOOK_SECRET] });
 * sharedSecret({ path: '/hooks/:secret', value: secret });
 * ```
 * @throws RequestValidationError where no place, or no secret, is given
 */
export function sharedSecret(options: SharedSecretOptions): WebhookGuard {
  const { find, values } = settingsFrom({ ...options });

  async function guard(request: Request): Promise<boolean> {
    const given = find(request);
    if (given === undefined)
      throw new WebhookVerificationError('missing-secret', `The delivery has no secret. ${advice}`);
    if (await isOneOf(values, given)) return true;
    throw new WebhookVerificationError('wrong-secret', `The delivery has a wrong secret. ${advice}`);
  }
  return Object.assign(guard, { looksAt: 'secret' } as const);
}

const refused = 'The shared secret cannot be checked';
const advice = 'It is forged, or the webhook URL of the key is not the one that sharedSecret is for.';

function settingsFrom(options: SharedSecretOptions) {
  const values = [options.value].flat().filter((value) => value !== undefined);
  const areSecrets =
    values.length > 0 &&
    values.every((value) => typeof value === 'string' && value !== '' && value.trim() === value);
  assertValid(refused, {
    '': placeProblem(options) ?? true,
    value: areSecrets || 'must be a text without white space around it, or a list of them',
  });
  return { find: finderOf(options), values };
}

/**
 * Compares with each of the secrets by HMAC under a key that nobody knows, and that serves once: the platform's own comparison, whose
 * time tells nothing of what differs.
 */
async function isOneOf(secrets: readonly string[], given: string): Promise<boolean> {
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const utf8 = new TextEncoder();
  const mark = await crypto.subtle.sign('HMAC', key, utf8.encode(given));
  const verdicts = secrets.map((secret) => crypto.subtle.verify('HMAC', key, mark, utf8.encode(secret)));
  return (await Promise.all(verdicts)).includes(true);
}
