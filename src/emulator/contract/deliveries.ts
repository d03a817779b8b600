import { z } from 'zod';
import type { Delivery, WebhookPayload } from '../../fake/index.js';
import { eventNames } from '../../webhooks/parse/event-table.js';
import type { RequestSummary } from './requests.js';
import { limit, type RouteTable, result, timeout } from './route.js';

/** `waiting` before a delayed first attempt, and `retrying` until the next one begins. */
const deliveryStates = ['waiting', 'sending', 'retrying', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

const deliveryFilter = z.strictObject({
  event: z.enum(eventNames).exactOptional().describe('The name of the event.'),
  orderId: z.string().exactOptional(),
  key: z.string().exactOptional().describe('The ID of a key, or a use case for all its keys.'),
  state: z
    .enum(deliveryStates)
    .exactOptional()
    .describe('`failed` after the last attempt, `retrying` while another one waits.'),
  lastAttemptFailed: z
    .stringbool()
    .exactOptional()
    .describe('Whether to list only deliveries whose last attempt failed.'),
  search: z.string().exactOptional().describe('Part of the event, the order ID or the title of the order.'),
  after: z.coerce.number().int().exactOptional().describe('Only deliveries with a higher number.'),
});

/** Which deliveries are listed. */
export type DeliveryFilter = z.output<typeof deliveryFilter>;

export const deliveryRoutes = {
  'GET /deliveries': {
    summary: 'Lists the newest webhook events that match, one entry for each key, newest first.',
    query: deliveryFilter.extend({ limit: limit(200, 10_000) }),
    result: result<DeliverySummary[]>(),
  },
  'GET /deliveries/{id}': {
    summary: 'Returns a delivery with its payload and all attempts, by its number.',
    result: result<DeliveryView>(),
  },
  'GET /wait-for/delivery': {
    summary: 'Returns the oldest delivery that matches, as soon as its receiver has acknowledged it.',
    query: deliveryFilter.omit({ lastAttemptFailed: true }).extend({
      state: z
        .enum(deliveryStates)
        .default('delivered')
        .describe('The state to wait for. Default: delivered.'),
      timeout,
    }),
    result: result<DeliverySummary>(),
  },
  'GET /wait-for/idle': {
    summary: 'Responds when every event has been delivered, or has failed after its last retry.',
    query: z.strictObject({ timeout }),
  },
  'POST /deliveries/redeliver-failed': {
    summary:
      'Delivers all events again whose last attempt failed and that wait for no other, if their key still receives webhooks.',
    result: result<{ count: number }>(),
  },
  'POST /deliveries/{id}/redeliver': { summary: 'Delivers the event again at once.' },
} as const satisfies RouteTable;

/** An event for one key, without its attempts. */
export interface DeliverySummary {
  /** Ascending from 1. */
  readonly number: number;
  readonly keyId: string;
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

export interface DeliveryView extends DeliverySummary {
  readonly payload: WebhookPayload;
  /** The headers that the emulator sets. Node.js adds others, such as `host`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The request that caused the event; `undefined` if the log no longer has it, or if no request did. */
  readonly cause: Pick<RequestSummary, 'number' | 'method' | 'path'> | undefined;
  /** A curl command that sends the payload to the webhook URL of the last attempt; `undefined` before the first one. */
  readonly curl: string | undefined;
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
