import type { UseCase } from '../../entities/index.js';
import { createRandom, type Random } from './random.js';

/** An API key of the outlet. API specification: Resources › API key. */
export interface FakeKey {
  /** The `accessToken` of a client. */
  readonly token: string;
  readonly label: string;
  readonly useCase: UseCase;
  /** Where its webhooks go. Can be set at any time; without a URL the key receives none. */
  webhookUrl: string | undefined;
  readonly revoked: boolean;
}

/** The options of a new key. */
export interface NewKey {
  useCase: UseCase;
  label?: string | undefined;
  webhookUrl?: string | undefined;
}

/** The keys of the outlet, as the dashboard manages them. Pass a key, its token or its use case. */
export interface FakeKeys {
  all(): readonly FakeKey[];
  create(key: NewKey): FakeKey;
  /** From now on, requests with the token get a 401. */
  revoke(key: UseCase | FakeKey | (string & Record<never, never>)): void;
  /** Undoes a revocation. */
  restore(key: UseCase | FakeKey | (string & Record<never, never>)): void;
  /** Deletes the key. */
  remove(key: UseCase | FakeKey | (string & Record<never, never>)): void;
}

/** A key as the fake stores it. */
export interface ApiKey extends FakeKey {
  /** Identifies the key in action logs. */
  readonly id: string;
  revoked: boolean;
}

export interface KeyRing extends FakeKeys {
  /** Keeps the default keys only, in use and without a webhook URL. */
  reset(): void;
  withToken(token: string): ApiKey | undefined;
  all(): readonly ApiKey[];
  /** Returns the key itself, the key with a token, or the first key of a use case. */
  find(key: string | FakeKey): ApiKey;
}

/** What the keys are bound to. */
export interface KeyScope {
  readonly merchantId: string;
  readonly outletId: string;
}

const defaultKeys: readonly NewKey[] = [
  { useCase: 'digital-ordering', label: 'Online ordering' },
  { useCase: 'reservations', label: 'Bookings' },
  { useCase: 'order-data', label: 'Reporting' },
  { useCase: 'inventory-management', label: 'Stock' },
];

export function createKeyRing(scope: KeyScope, seed: number): KeyRing {
  let random = createRandom(seed);
  const firstKeys = defaultKeys.map(newKey);
  const keys = [...firstKeys];

  function newKey({ useCase, label = useCase, webhookUrl }: NewKey): ApiKey {
    const id = `key-${random.hex(8)}`;
    const token = createToken({ ...scope, useCase, id }, random);
    return { id, token, label, useCase, webhookUrl, revoked: false };
  }

  function find(key: string | FakeKey): ApiKey {
    const found = keys.find(
      (candidate) => candidate === key || candidate.token === key || candidate.useCase === key,
    );
    if (!found) throw new Error('The fake outlet has no such key: pass a key, its token, or a use case.');
    return found;
  }

  return {
    all: () => [...keys],
    withToken: (token) => keys.find((key) => key.token === token),
    find,
    create(options) {
      const key = newKey(options);
      keys.push(key);
      return key;
    },
    revoke(key) {
      find(key).revoked = true;
    },
    restore(key) {
      find(key).revoked = false;
    },
    remove(key) {
      keys.splice(keys.indexOf(find(key)), 1);
    },
    reset() {
      // The default keys are the same objects as before, and the tokens after them are the same too.
      random = createRandom(seed);
      defaultKeys.forEach(newKey);
      keys.splice(0, keys.length, ...firstKeys);
      for (const key of keys) Object.assign(key, { revoked: false, webhookUrl: undefined });
    },
  };
}

/** Creates a token that looks like a JWT, without a signature. */
function createToken(claims: object, random: Random): string {
  return [{ alg: 'HS256', typ: 'JWT' }, claims, random.hex(48)]
    .map((part) => base64Url(typeof part === 'string' ? part : JSON.stringify(part)))
    .join('.');
}

function base64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
