import { type UseCase, useCases } from '../../entities/use-case.js';
import { createRandom, type Random } from '../../random.js';
import { FakeError, UnknownIdError } from '../fake-error.js';
import { rejectUnknown } from '../reject-unknown.js';
import type { ReportChange } from '../topics.js';

/** An API key of the outlet. API specification: Resources › API key. */
export interface FakeKey {
  /** The `accessToken` of a client. */
  readonly token: string;
  /** The label. */
  readonly label: string;
  /** The use case, which decides which webhooks the key receives. */
  readonly useCase: UseCase;
  /** The webhook URL. You can set it at any time. Without a URL, the key receives no webhooks. */
  webhookUrl: string | undefined;
  /** Whether the key is revoked. Requests with a revoked key get 401. */
  readonly revoked: boolean;
}

/** Options of a new key. */
export interface NewKey {
  /** The use case. */
  readonly useCase: UseCase;
  /** The label. Default: the use case. */
  readonly label?: string | undefined;
  /** The webhook URL. Default: none. */
  readonly webhookUrl?: string | undefined;
}

/** Manages the keys of the outlet, like the dashboard. Its methods accept a key, its token or its use case. */
export interface FakeKeys {
  /** Returns all keys. */
  all(): readonly FakeKey[];
  /** Creates a key. */
  create(key: NewKey): FakeKey;
  /** Revokes a key. Requests with its token then get 401. */
  revoke(key: UseCase | FakeKey | (string & Record<never, never>)): void;
  /** Restores a revoked key. */
  restore(key: UseCase | FakeKey | (string & Record<never, never>)): void;
  /** Deletes the key. */
  remove(key: UseCase | FakeKey | (string & Record<never, never>)): void;
}

export interface ApiKey extends FakeKey {
  /** Identifies the key in action logs. */
  readonly id: string;
  readonly outletId: string;
  revoked: boolean;
}

/** The fields of a key without its outlet, which is that of the key ring. */
type KeyFields = Omit<ApiKey, 'outletId'>;

/** The keys in a snapshot. */
export interface SavedKeys {
  /** The seed of the default keys. */
  readonly seed: number;
  /** The seed of the next key. */
  readonly nextSeed: number;
  readonly entries: readonly SavedKey[];
}

interface SavedKey extends KeyFields {
  /** Whether the key was deleted. Orders can still refer to it. */
  readonly isRemoved: boolean;
}

export interface KeyScope {
  readonly merchantId: string;
  readonly outletId: string;
}

const defaultKeys: readonly NewKey[] = [
  { useCase: 'digital-ordering', label: 'Digital Ordering' },
  { useCase: 'reservations', label: 'Reservations' },
  { useCase: 'order-data', label: 'Order Data' },
  { useCase: 'inventory-management', label: 'Inventory Management' },
];

export type KeyRing = ReturnType<typeof createKeyRing>;

export function createKeyRing(scope: KeyScope, seed: number, reportChange: ReportChange) {
  let firstSeed = seed;
  let random = createRandom(firstSeed);
  let firstKeys = defaultKeys.map(newKey);
  const keys = [...firstKeys];

  function newKey({ useCase, label = useCase, webhookUrl }: NewKey): ApiKey {
    const id = `key-${random.hex(8)}`;
    const token = createToken({ ...scope, useCase, id }, random);
    return keyFrom({ id, token, label, useCase, webhookUrl, revoked: false });
  }

  function keyFrom({ webhookUrl: url, ...fields }: KeyFields): ApiKey {
    return {
      ...fields,
      outletId: scope.outletId,
      get webhookUrl() {
        return url;
      },
      set webhookUrl(newUrl) {
        url = newUrl;
        reportChange('keys');
      },
    };
  }

  /** Returns the key itself, the key with a token, or the first key of a use case. */
  function find(key: string | FakeKey): ApiKey {
    const found = keys.find(
      (candidate) => candidate === key || candidate.token === key || candidate.useCase === key,
    );
    if (!found)
      throw new UnknownIdError('The fake outlet has no such key: pass a key, its token, or a use case.');
    return found;
  }

  return {
    all: () => [...keys],
    withToken: (token: string) => keys.find((key) => key.token === token),
    find,
    /** Whether the key is one of the default keys, whose tokens only depend on the options of the fake. */
    isDefault: (key: ApiKey) => firstKeys.includes(key),
    create(options: NewKey): ApiKey {
      rejectUnknown<NewKey>('keys.create', options, { useCase: true, label: true, webhookUrl: true });
      if (!useCases.includes(options.useCase))
        throw new FakeError(`keys.create: useCase must be one of ${useCases.join(', ')}.`);
      const key = newKey(options);
      keys.push(key);
      reportChange('keys');
      return key;
    },
    revoke(key: string | FakeKey): void {
      find(key).revoked = true;
      reportChange('keys');
    },
    restore(key: string | FakeKey): void {
      find(key).revoked = false;
      reportChange('keys');
    },
    remove(key: string | FakeKey): void {
      keys.splice(keys.indexOf(find(key)), 1);
      reportChange('keys');
    },
    /** Returns the keys, and those of the creators that were deleted. */
    save(creators: readonly ApiKey[]): SavedKeys {
      const entries = [...new Set([...keys, ...creators])];
      return {
        seed: firstSeed,
        nextSeed: random.state,
        entries: entries.map((key) => savedKey(key, !keys.includes(key))),
      };
    },
    /** Replaces all keys, and returns them by ID, including those that were deleted. */
    resume({ seed, nextSeed, entries }: SavedKeys): ReadonlyMap<string, ApiKey> {
      // A key that exists stays the same object, because the code of a test may hold it.
      const byId = new Map([...keys, ...firstKeys].map((key) => [key.id, key]));
      firstSeed = seed;
      random = createRandom(seed);
      firstKeys = defaultKeys.map(newKey).map((key) => byId.get(key.id) ?? key);
      random = createRandom(nextSeed);
      for (const key of firstKeys) byId.set(key.id, key);
      keys.length = 0;
      for (const { isRemoved, ...fields } of entries) {
        const key = byId.get(fields.id) ?? keyFrom(fields);
        byId.set(key.id, Object.assign(key, { webhookUrl: undefined }, fields));
        if (!isRemoved) keys.push(key);
      }
      return byId;
    },
    /** Removes all keys except the default keys, which become active and lose their webhook URL. */
    reset(): void {
      // The default keys stay the same objects, and later keys get the same tokens as before.
      random = createRandom(firstSeed);
      defaultKeys.forEach(newKey);
      keys.splice(0, keys.length, ...firstKeys);
      for (const key of keys) Object.assign(key, { revoked: false, webhookUrl: undefined });
    },
  };
}

function savedKey({ outletId, ...fields }: ApiKey, isRemoved: boolean): SavedKey {
  return { ...fields, isRemoved };
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
