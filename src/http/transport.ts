import { v4 as newIdempotencyKey } from 'uuid';
import { InvalidRequestError } from '../errors/invalid-request-error.js';
import { ResponseValidationError } from '../errors/response-validation-error.js';
import { shownKey } from '../errors/shown-key.js';
import type { EntityOf, InputOf, Operation } from '../operations/operation.js';
import type { RateLimitState } from '../rate-limit/rate-limiter.js';
import { RoundTrips } from '../rate-limit/round-trips.js';
import { sleep } from '../timers.js';
import { type Answer, type Attempted, attemptUntilAnswered } from './attempts.js';
import { Call, type WithResponse } from './call.js';
import { checkInput, refusalOf } from './check-input.js';
import { findDrift } from './check-response.js';
import type { CallInput, UnknownEndpoint } from './endpoint.js';
import { freezeRequest, queryTexts } from './freeze-request.js';
import { Lifetime } from './lifetime.js';
import type { CallInfo } from './observers.js';
import type { PostOptions, RequestOptions } from './options.js';
import { outletErrorFor } from './outlet-error-for.js';
import { Progress } from './progress.js';
import { rateLimitIn } from './rate-limit-headers.js';
import type { Settings } from './settings.js';
import type { PageAnswer } from './shape.js';
import { shownPath } from './shown-path.js';
import { type Taken, takeInput } from './take-input.js';
import { TurnTaker } from './take-turn.js';

/** What the method of an operation gives. */
export type AnswerOf<O extends Operation> = O['answer'] extends 'pages'
  ? PageAnswer<EntityOf<O>>
  : O['answer'] extends 'list'
    ? EntityOf<O>[]
    : EntityOf<O>;

/** The one way of every request, from the input of a method to the data that it gives. */
export class Transport {
  readonly #settings: Settings;
  readonly #turns: TurnTaker;
  readonly #roundTrips = new RoundTrips();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#turns = new TurnTaker(settings);
  }

  /** How things stand with the rate limit of the key. */
  get rateLimit(): RateLimitState {
    return this.#turns.state;
  }

  /** How fast the key may go; `Infinity` where nothing limits it. */
  get requestsPerSecond(): number {
    const { limit, perMs = 1_000 } = this.rateLimit;
    return (limit * 1_000) / perMs;
  }

  /**
   * The median response time in milliseconds. Of the first responses, the shortest counts, because the others can include the opening of a
   * connection. `undefined` before the third response.
   */
  get responseTime(): number | undefined {
    const { count, shortest, median } = this.#roundTrips;
    if (count < 3) return undefined;
    return count < 8 ? shortest : median;
  }

  /** Milliseconds that a call has where it names no deadline of its own. */
  get deadline(): number {
    return this.#settings.deadline;
  }

  /** Calls an operation. The request is sent at once, awaited or not. */
  call<O extends Operation>(operation: O, input: InputOf<O>, options?: PostOptions): Call<AnswerOf<O>> {
    return this.#start(() => takeInput(operation, input, options));
  }

  /** Calls an endpoint that no operation describes, as `read` reads it from what the caller gave. */
  request<T>(read: () => readonly [UnknownEndpoint, CallInput], options?: PostOptions): Call<T> {
    return this.#start(() => takeInput(...read(), options));
  }

  /** Fetches one page of a list: the first one, or the one that a cursor names. */
  callPage<O extends Operation>(
    operation: O,
    query: object,
    cursor: string | undefined,
    options: RequestOptions,
  ): Call<PageAnswer<EntityOf<O>>> {
    const input = { query: { ...query, [this.#settings.cursorParam]: cursor } };
    return this.#start(() => takeInput(operation, input, options));
  }

  /** Validates the query and the options of a list, and returns the query as it goes over the wire. */
  prepareQuery(operation: Operation, query: object, options: RequestOptions): Record<string, string> {
    const taken = takeInput(operation, { query }, options);
    const { cursorParam } = this.#settings;
    if (taken.input.query[cursorParam] !== undefined) {
      const message = 'is where the cursor stands: choose another cursorParam, or go on by resumeFrom';
      throw new InvalidRequestError(refusalOf(operation), [{ path: shownKey(cursorParam), message }]);
    }
    checkInput(taken);
    return queryTexts(taken.input.query);
  }

  /** Waits between two calls. An abort and a closed client end it early, and the next call says so. */
  async pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const lifetime = new Lifetime([signal, ...this.#settings.lives], Number.POSITIVE_INFINITY);
    await sleep(milliseconds, lifetime.signal).catch(() => {});
    lifetime.dispose();
  }

  /** It throws nothing: what cannot be taken down rejects the call. */
  #start<T>(take: () => Taken): Call<T> {
    try {
      const taken = take();
      const { endpoint, options } = taken;
      const madeKey = endpoint.method === 'POST' ? newIdempotencyKey() : undefined;
      const idempotencyKey = options.idempotencyKey ?? madeKey;
      return new Call<T>(this.#perform(taken, idempotencyKey), idempotencyKey);
    } catch (refusal) {
      return new Call<T>(Promise.reject(refusal), undefined);
    }
  }

  async #perform<T>(taken: Taken, idempotencyKey: string | undefined): Promise<WithResponse<T>> {
    const settings = this.#settings;
    const { endpoint, options } = taken;
    checkInput(taken);
    const request = freezeRequest(settings.baseUrl, taken, idempotencyKey);
    const lifetime = new Lifetime([options.signal, ...settings.lives], options.deadline ?? settings.deadline);
    const { method, id: operation } = endpoint;
    const info: CallInfo = { operation, method, path: shownPath(endpoint), idempotencyKey };
    const progress = new Progress(info);
    const call: Attempted = {
      taken,
      request,
      settings,
      turns: this.#turns,
      lifetime,
      progress,
      info,
    };
    try {
      const answer = await attemptUntilAnswered(call);
      this.#roundTrips.add(answer.duration);
      await this.#check(call, answer);
      const { response } = answer;
      return {
        data: answer.data as T,
        response,
        meta: {
          idempotencyKey,
          idempotentReplay: response.headers.get('x-idempotent-replay') === 'true',
          attempts: progress.attempts,
          duration: answer.duration,
          rateLimit: rateLimitIn(response.headers),
        },
      };
    } catch (error) {
      throw outletErrorFor(error, call);
    } finally {
      lifetime.dispose();
    }
  }

  async #check({ taken, progress }: Attempted, { data, response, preview }: Answer): Promise<void> {
    const { endpoint } = taken;
    const { responseValidation, observers } = this.#settings;
    if (responseValidation === 'off' || endpoint.answer === 'anything') return;
    if (responseValidation === 'strict') {
      const issues = await findDrift(endpoint, data);
      const answer = { issues, status: response.status, bodyPreview: preview() };
      if (issues.length > 0) throw new ResponseValidationError(progress.failedCall, answer);
      return;
    }
    const issues = await findDrift(endpoint, data).catch(() => {
      observers.warn('Answers cannot be checked, as the schemas do not load; they are handed on');
      return [];
    });
    for (const { path, message } of issues) {
      observers.schemaMismatch({ operation: endpoint.id, path, message });
    }
  }
}
