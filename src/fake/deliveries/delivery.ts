import type { ApiKey, FakeKey } from '../outlet/keys.js';

/** The body of a webhook. API specification: Events › Payload shapes. */
export interface WebhookPayload {
  /** The name of the event, such as `order.complete`. */
  readonly event: string;
  /** The id of the order, in events about an order. */
  readonly id?: string;
  /** When the change happened: ISO 8601 in UTC. Absent if the payload is undocumented and `eventPayloads` is `bare`. */
  readonly updatedAt?: string;
}

/** One attempt to deliver a webhook. */
export interface Delivery {
  /** The key that receives the webhook. */
  readonly key: FakeKey;
  /** The name of the event. */
  readonly event: string;
  /** The URL that received the webhook. */
  readonly url: string;
  /** The body. */
  readonly payload: WebhookPayload;
  /** The number of the attempt: 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number;
  /** The status of the response. Only 200 acknowledges. `null` if there was no response. */
  readonly status: number | null;
  /** The first 1,000 characters of the response body; empty if there was none. */
  readonly responseBody: string;
  /** When the attempt began: ISO 8601 in UTC, on the clock of the fake. */
  readonly at: string;
  /** How long the attempt took, in milliseconds of real time. */
  readonly duration: number;
  /** When the next attempt begins: ISO 8601 in UTC, on the clock of the fake. `undefined` if there is none. */
  readonly retryAt: string | undefined;
  /** The error if there was no response; otherwise `undefined`. */
  readonly error: unknown;
}

/** An event that has happened, for one key. */
export interface NewMessage {
  readonly key: ApiKey;
  readonly payload: WebhookPayload;
  /** Returns the URL for an attempt; `undefined` if the key receives no webhooks now. */
  readonly url: () => string | undefined;
}

/** An event for one key, with all attempts to deliver it. */
export interface Message extends NewMessage {
  /** Ascending from 1, without gaps. A reset does not start again. */
  readonly number: number;
  readonly at: string;
  /** In the order in which they began. */
  readonly attempts: Attempt[];
  /** The retry or the delayed first attempt that waits for the clock. */
  next: { readonly at: string } | undefined;
}

/** An attempt that runs or has ended. */
export interface Attempt {
  readonly url: string;
  readonly at: string;
  /** `undefined` while the attempt runs. */
  ended: Delivery | undefined;
}
