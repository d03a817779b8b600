import type { Assumptions } from '../assumptions.js';
import type { Clock } from '../outlet/clock.js';
import { HttpError } from './http-error.js';
import type { ApiResponse } from './responses.js';

/** A response that a repeated POST gets again. */
export interface RememberedResponse {
  /** The API key and the idempotency key. */
  readonly key: string;
  readonly fingerprint: string;
  /** When the POST began, in milliseconds since the epoch. */
  readonly since: number;
  readonly response: ApiResponse;
}

/** What the API does with a POST whose idempotency key it may know. */
export type Repetition = 'performed' | 'replayed' | 'rejected';

interface Memory extends Omit<RememberedResponse, 'key' | 'response'> {
  /** The response to remember; `undefined` if the POST can be performed again. */
  readonly outcome: Promise<ApiResponse | undefined>;
  /** The response, when it is known. */
  response?: ApiResponse;
}

/** How long the API remembers an idempotency key. API specification: Limits › Idempotency retention. */
const retentionMs = 24 * 60 * 60 * 1_000;
/** Decodes each byte to a different character, so that different bodies never have the same text. */
const bytes = new TextDecoder('latin1');
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function requireUuidV4(key: string): void {
  if (!uuidV4.test(key)) throw new HttpError(400, 'Idempotency-Key must be a UUID v4');
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** API specification: Limits › Idempotency rules. */
export function createIdempotency(clock: Clock, assumptions: Assumptions) {
  const memories = new Map<string, Memory>();

  function forgetExpired(): void {
    for (const [key, { since }] of memories) {
      // The oldest come first.
      if (clock.now() - since < retentionMs) return;
      memories.delete(key);
    }
  }

  async function replay(memory: Memory, fingerprint: string): Promise<ApiResponse | undefined> {
    if (memory.fingerprint !== fingerprint) {
      throw new HttpError(409, 'The idempotency key was used with another request');
    }
    if (!memory.response && assumptions.concurrentDuplicate === 'conflict') {
      throw new HttpError(409, 'A request with this idempotency key is under way');
    }
    const response = await memory.outcome;
    return response && { ...response, headers: { ...response.headers, 'x-idempotent-replay': 'true' } };
  }

  function remember(key: string, fingerprint: string, performed: Promise<ApiResponse>): void {
    const outcome = performed.then(
      (response) => (isRemembered(response, assumptions) ? response : undefined),
      () => undefined,
    );
    const memory: Memory = { fingerprint, since: clock.now(), outcome };
    memories.set(key, memory);
    void outcome.then((response) => {
      if (response) memory.response = response;
      else if (memories.get(key) === memory) memories.delete(key);
    });
  }

  function fingerprintOf(path: string, body: Uint8Array): string {
    return `${path} ${bytes.decode(body)}`;
  }

  return {
    /** Says what a POST leads to: its first response again, a 409 because the key was used with another request, or an effect. */
    foresee(key: string, path: string, body: Uint8Array): Repetition {
      forgetExpired();
      const memory = memories.get(key);
      if (!memory) return 'performed';
      return memory.fingerprint === fingerprintOf(path, body) ? 'replayed' : 'rejected';
    },
    /**
     * Performs a POST, or repeats its first response.
     * @param key - the API key and the idempotency key
     */
    async once(
      key: string,
      path: string,
      body: Uint8Array<ArrayBuffer>,
      perform: () => Promise<ApiResponse>,
    ): Promise<ApiResponse> {
      const fingerprint = fingerprintOf(path, body);
      forgetExpired();
      for (let memory = memories.get(key); memory; memory = memories.get(key)) {
        const response = await replay(memory, fingerprint);
        if (response) return response;
      }
      const performed = perform();
      remember(key, fingerprint, performed);
      return performed;
    },
    /** Returns the responses to remember, oldest first. */
    remembered: (): RememberedResponse[] =>
      [...memories].flatMap(([key, { fingerprint, since, response }]) =>
        response ? { key, fingerprint, since, response } : [],
      ),
    restore(remembered: readonly RememberedResponse[]): void {
      for (const { key, response, ...memory } of remembered) {
        memories.set(key, { ...memory, response, outcome: Promise.resolve(response) });
      }
    },
    reset: () => memories.clear(),
  };
}

function isRemembered({ status }: ApiResponse, assumptions: Assumptions): boolean {
  const isValidationError = status === 400 || status === 413;
  return status < 300 || (isValidationError && assumptions.replaysValidationErrors) || status >= 500;
}
