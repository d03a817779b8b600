// Exported values without a type of their own. The compiler must be able to name their types in declarations.
import { createOutletPool, OutletClient } from 'outlet-open-api';
import { goodsReceiptStatusSchema, orderCreateParamsSchema, orderSchema } from 'outlet-open-api/schemas';
import { backfillOrders, createMemoryCheckpointStore, createOrderFeed } from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { createWebhookHandler, parseWebhookEvent, sharedSecret } from 'outlet-open-api/webhooks';
import { array, object } from 'zod';

export const outlet = new OutletClient();
export const order = () => outlet.orders.get('o-1');
export const orderWithResponse = () => outlet.orders.get('o-1').withResponse();
export const channelsWithResponse = () => outlet.channels.list().withResponse();
export const firstPage = (from: Date, to: Date) => outlet.orders.list({ from, to }).firstPage();
export const slice = async (from: Date, to: Date) => (await firstPage(from, to)).slice;
export const waitFor = outlet.orders.waitFor.bind(outlet.orders);
export const waitOptions = (...[, options]: Parameters<typeof waitFor>) => options;
export const rateLimit = () => outlet.rateLimitState;
export const pool = createOutletPool({ load: () => ({ accessToken: 'token' }) });

export const statuses = goodsReceiptStatusSchema;
export const batchSchema = object({ orders: array(orderSchema), statuses: array(goodsReceiptStatusSchema) });
export const createParams = orderCreateParamsSchema;
export const parsed = (value: unknown) => batchSchema.parse(value);

export const event = parseWebhookEvent('{}', { useCase: 'order-data' });
export const secret = { query: 'secret', value: '0123456789abcdef' } as const;
export const guard = sharedSecret(secret);
export const handle = createWebhookHandler({ verify: [guard], onAny: () => {} });

export const checkpoints = createMemoryCheckpointStore();
export const backfill = backfillOrders;
export const feed = createOrderFeed;
export const fake = createFakeOutlet();
export const orders = fake.orders.all();
