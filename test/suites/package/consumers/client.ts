import {
  ApiError,
  CallError,
  type Channel,
  type Issue,
  type ListPosition,
  type Menu,
  NotFoundError,
  type Order,
  type OrderCreateParams,
  type OutletClient,
  type OutletClientOptions,
  OutletError,
  type OutletPromise,
  type Page,
  type Paginator,
  RateLimitError,
  type RateLimitState,
  RequestValidationError,
  type ResponseMeta,
  VERSION,
} from 'outlet-open-api';
import { has } from './proof.js';

/** A user's options contain `undefined` if an environment variable is not set. */
export const options: OutletClientOptions = {
  baseUrl: undefined,
  accessToken: async () => 'token',
  fetch: globalThis.fetch,
  hooks: { onAttemptEnd: ({ attempt }) => has<number>()(attempt) },
};

export async function call(
  outlet: OutletClient,
  order: OrderCreateParams,
  signal: AbortSignal,
): Promise<void> {
  const created = outlet.orders.create(order, { signal });
  has<OutletPromise<Order>>()(created);
  has<string | undefined>()(created.idempotencyKey);
  has<Order>()(await created);
  const { data, response, meta } = await created.withResponse();
  has<Order>()(data);
  has<number>()(response.status);
  has<ResponseMeta>()(meta);
  has<Channel[]>()(await outlet.channels.list());
  has<Menu>()(await outlet.menus.get({ channelType: 'dine-in' }));
  has<unknown>()(await outlet.request({ method: 'GET', path: '/outlet' }));
  has<RateLimitState>()(outlet.rateLimitState);
  has<string>()(VERSION);
  // @ts-expect-error partnerChannel is required
  await outlet.menus.get({ channelType: 'partner' });
  // @ts-expect-error a status is not a number
  order.status = 5;
}

export async function readList(outlet: OutletClient): Promise<void> {
  const list = outlet.orders.list({ from: new Date(0), to: '2026-11-01T00:00:00Z' });
  has<Paginator<Order>>()(list);
  for await (const order of list) has<Order>()(order);
  for await (const page of list.pages()) has<Page<Order>>()(page);
  has<ListPosition>()((await list.firstPage()).position);
  has<Order[]>()(await list.toArray({ limit: 5 }));
  const [first] = await list.toArray();
  has<Order | undefined>()(first);
}

export function explain(error: unknown): string {
  if (error instanceof RateLimitError) has<number | undefined>()(error.retryAfter);
  if (error instanceof ApiError) has<Readonly<Record<string, string[]>>>()(error.fieldErrors);
  if (error instanceof CallError) has<'not-sent' | 'rejected' | 'unknown' | 'performed'>()(error.outcome);
  if (error instanceof RequestValidationError) has<readonly Issue[]>()(error.issues);
  if (error instanceof NotFoundError) has<number>()(error.status);
  return error instanceof OutletError ? error.message : '';
}
