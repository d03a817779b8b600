import type { Delivery } from '../fake/deliveries/delivery.js';
import type { FaultKind } from '../fake/service/faults.js';

/*
 * What the routes of the control API return about requests and webhooks.
 */

/** A request to the API, without its bodies. */
export interface RequestSummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** The path below `/api/v1`, or the whole path if it is not below `/api/v1`, with the query. */
  readonly path: string;
  /** `null` until there is a response, and if the connection broke before it. */
  readonly status: number | null;
  /** Until the last byte of the response; `null` if there is no response yet. */
  readonly duration: number | null;
  /** The ID and label of the key; `undefined` if the token belongs to no key. */
  readonly keyId: string | undefined;
  readonly keyLabel: string | undefined;
  /** The outlet of the key; `undefined` if the token belongs to no key. */
  readonly outletId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isReplay: boolean;
  /** The number of the request that a replay repeats; `undefined` if the log no longer has it. */
  readonly originalNumber: number | undefined;
  /** The order that the request created, read or changed. */
  readonly orderId: string | undefined;
  /** The end of the window: `x-ratelimit-reset`. `undefined` without a rate limit. */
  readonly windowEnd: string | undefined;
  readonly remaining: number | undefined;
  /** The fault that the request got. */
  readonly fault: FaultKind | undefined;
  /** Why the request failed; `undefined` if it succeeded or waits for its response. */
  readonly reason: string | undefined;
}

export interface RequestView extends RequestSummary {
  /** `authorization` has its scheme and the length of its token, such as `Bearer … (213 characters)`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly requestBody: string;
  readonly isRequestCut: boolean;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** At most 64 KB. */
  readonly responseBody: string;
  readonly isResponseCut: boolean;
  /** The same request; `undefined` if the log does not have its whole body. */
  readonly again: RequestCode | undefined;
  /** The same request, with another idempotency key if it has one. */
  readonly withNewKey: RequestCode | undefined;
}

/** A request as commands and code that send it. */
export interface RequestCode {
  /** A curl command, with the token in `$OUTLET_ACCESS_TOKEN`. */
  readonly curl: string;
  /** Code of the SDK; `undefined` if no method sends the request. */
  readonly sdk: string | undefined;
}

export interface RateLimitView {
  /** The requests that a window allows; `undefined` without a rate limit. */
  readonly limit: number | undefined;
  /** The length of a window. */
  readonly interval: number;
  /** The start of each window of the last minute, oldest first. */
  readonly windows: readonly string[];
  readonly keys: readonly {
    readonly id: string;
    readonly label: string;
    /** The requests of each window: those that were performed, and those that got a 429. */
    readonly allowed: readonly number[];
    readonly rejected: readonly number[];
  }[];
}

/** An event for one key, without its attempts. */
export interface DeliverySummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly keyLabel: string;
  readonly event: string;
  /** The order that the event is about; `undefined` for other events. */
  readonly orderId: string | undefined;
  /** The title of the order; `undefined` if the outlet does not have the order. */
  readonly orderTitle: string | undefined;
  /** When the event was sent. */
  readonly at: string;
  readonly state: DeliveryState;
  /** What the attempts led to, such as `500 three times`; empty until the first one ends. */
  readonly outcome: string;
  /** The start of the last response, or why there was none. */
  readonly response: string;
  /** When the next attempt begins; `undefined` if none waits. */
  readonly nextAttemptAt: string | undefined;
}

/** `waiting` before a delayed first attempt, and `retrying` until the next one begins. */
export type DeliveryState = 'waiting' | 'sending' | 'retrying' | 'delivered' | 'failed';

export interface DeliveryView extends DeliverySummary {
  readonly payload: string;
  /** In the order in which they began. */
  readonly attempts: readonly AttemptView[];
}

/** One attempt to deliver an event. */
export interface AttemptView {
  readonly at: string;
  readonly url: string;
  /** What came of the attempt; `undefined` while it runs. */
  readonly ended:
    | (Pick<Delivery, 'duration' | 'status' | 'responseBody'> & {
        /** Why there was no response. */
        readonly problem: string | undefined;
      })
    | undefined;
}
