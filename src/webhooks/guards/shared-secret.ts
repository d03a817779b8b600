import type { Verdict } from '../../errors/issue.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { isText } from '../../options/checks.js';
import { mistakeIn } from '../../options/mistaken-text.js';
import { readOptions } from '../../options/read-options.js';
import type { WebhookGuard } from './guard.js';
import { WebhookVerificationError } from './webhook-verification-error.js';

/** The places that a secret can have in a delivery. */
export interface SecretPlaces {
  /** The name of a query parameter: `secret` for `https://bistro.example/hooks?secret=…`. */
  readonly query: string;
  /** A template of the whole path: `/hooks/:secret`. Other parameters, as in `/hooks/:outlet/:secret`, match any segment. */
  readonly path: string;
  /** The name of a header, if a gateway in front of you adds one. */
  readonly header: string;
}

/** The place of the secret in a delivery: exactly one of `query`, `path` and `header`. */
export type SecretPlace = {
  [Name in keyof SecretPlaces]: Pick<SecretPlaces, Name> &
    Partial<Record<Exclude<keyof SecretPlaces, Name>, undefined>>;
}[keyof SecretPlaces];

/** A place that is not checked yet. */
type AnyPlace = { readonly [Name in keyof SecretPlaces]?: SecretPlaces[Name] | undefined };

/** A secret, or several secrets during a rotation. @inline */
export type Secret = string | undefined | readonly (string | undefined)[];

/** Options of a shared secret. */
export type SharedSecretOptions = SecretPlace & {
  /**
   * The secret, or several secrets during a rotation: each has at least 16 characters. `undefined` entries are ignored, but at
   * least one secret is required.
   *
   * A function returns the secret of a delivery, such as a secret per outlet. If it returns `undefined`, because it does not know the
   * outlet, the delivery gets 401, as with a wrong secret. If it throws or returns no valid secret, the delivery gets 503, and
   * `onError` receives the error.
   */
  readonly value: Secret | ((request: Request) => Secret | Promise<Secret>);
};

/**
 * Creates a guard that accepts deliveries with a secret that only you and the API know. Put the secret into the webhook URL of the
 * API key. It needs 16 characters. Take 32 random bytes in hexadecimal, because `+` and `/` have a meaning in URLs. The comparison
 * takes constant time.
 *
 * To rotate the secret, accept both secrets, change the URL in the dashboard, and remove the old secret a day later.
 * API specification: Authentication, rule 10.
 * @example
 * ```ts
 * sharedSecret({ query: 'secret', value: [process.env.WEBHOOK_SECRET, process.env.OLD_WEBHOOK_SECRET] });
 * sharedSecret({ path: '/hooks/:secret', value: secret });
 * sharedSecret({ path: '/hooks/:outlet/:secret', value: (request) => secretOf(outletRefOf(request)) });
 * ```
 * @throws {@link RequestValidationError} if the place or the secret is missing or invalid
 */
export function sharedSecret(options: SharedSecretOptions): WebhookGuard {
  const { value, ...place } = readOptions(
    'The shared secret was not created',
    options,
    (option) => ({
      query: option('query', () => true, undefined),
      path: option('path', () => true, undefined),
      header: option('header', () => true, undefined),
      value: option('value', (value) => typeof value === 'function' || checkSecrets(secretsIn(value))),
    }),
    { '': isPlace({ ...options }) || 'needs exactly one of query, header, and path, such as /hooks/:secret' },
  );
  const find = finderOf(place);

  async function guard(request: Request): Promise<boolean> {
    const given = find(request);
    if (given === undefined)
      throw new WebhookVerificationError('missing-secret', `The delivery has no secret. ${advice}`);
    const own = typeof value === 'function' ? await value(request) : value;
    const secrets = secretsIn(own);
    if (own !== undefined)
      assertValid('The secret of the delivery was not checked', { 'value()': checkSecrets(secrets) });
    if (await isOneOf(secrets, given)) return true;
    throw new WebhookVerificationError('wrong-secret', `The delivery has a wrong secret. ${advice}`);
  }
  return Object.assign(guard, { looksAt: 'secret' } as const);
}

/** The minimum length of a secret. It also rejects texts such as `undefined`. */
const minLength = 16;

const advice =
  'It is forged, or arrives in another form than sharedSecret expects: check the webhook URL of the key, and your proxies.';

function secretsIn(value: Secret): readonly string[] {
  return [value].flat().filter((secret) => secret !== undefined);
}

function checkSecrets(secrets: readonly string[]): Verdict {
  if (secrets.length === 0)
    return 'is missing: pass the secret, and check that its environment variable is set';
  const mistake = secrets.map((secret) => isText(secret) && mistakeIn(secret, 'secret')).find(isText);
  if (mistake) return mistake;
  const areValid = secrets.every(
    (secret) => isText(secret) && secret.trim() === secret && secret.length >= minLength,
  );
  return areValid || `must have at least ${minLength} characters, without white space around them`;
}

function isPlace({ query, path, header }: AnyPlace): boolean {
  const given = [query, path, header].filter((place) => place !== undefined);
  const isPath = path === undefined || /^\/(?!\/)(?:.*\/)?:secret(?=\/|$)/.test(path);
  const isHeader = header === undefined || /^[\w-]+$/.test(header);
  return given.length === 1 && isText(given[0]) && isPath && isHeader;
}

function finderOf({ query, path, header = '' }: AnyPlace): (request: Request) => string | undefined {
  if (query !== undefined) return ({ url }) => new URL(url).searchParams.get(query) ?? undefined;
  if (path === undefined) return ({ headers }) => headers.get(header) ?? undefined;
  const template = segmentsOf(new URL(path, 'http://localhost').href);
  return ({ url }) => {
    const segments = segmentsOf(url);
    const isMatch =
      segments.length === template.length &&
      template.every((part, index) => part === segments[index] || (part.startsWith(':') && segments[index]));
    return isMatch ? decode(segments[template.indexOf(':secret')] ?? '') : undefined;
  };
}

/** Returns the segments of a path. A slash at the end makes no difference. */
function segmentsOf(url: string): readonly string[] {
  return new URL(url).pathname.replace(/\/$/, '').split('/');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Compares by HMAC with a random key, because the platform verifies HMACs in constant time. */
async function isOneOf(secrets: readonly string[], given: string): Promise<boolean> {
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const utf8 = new TextEncoder();
  const mark = await crypto.subtle.sign('HMAC', key, utf8.encode(given));
  const verdicts = secrets.map((secret) => crypto.subtle.verify('HMAC', key, mark, utf8.encode(secret)));
  return (await Promise.all(verdicts)).includes(true);
}
