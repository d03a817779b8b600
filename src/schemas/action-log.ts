import * as z from 'zod';
import { documented, timestampInput } from './fields.js';

/** Specification: "Order action log entry". */
export const actionLogActorSchema = z.looseObject({
  type: documented(z.string()),
  id: documented(z.string()),
  name: documented(z.string()),
  role: documented(z.string()),
});

/** Specification: "Order action log entry". */
export const actionLogEntrySchema = z.looseObject({
  action: documented(z.string()),
  actor: documented(actionLogActorSchema),
  metadata: documented(z.looseObject({})),
  created: documented(z.string()),
});

/** Specification: "GET /orders/action-logs". */
export const actionLogListParamsSchema = z.object({
  from: timestampInput,
  to: timestampInput,
  action: z.string().optional(),
  actorId: z.string().optional(),
  actorType: z.string().optional(),
  channelId: z.string().optional(),
  search: z.string().optional(),
});
