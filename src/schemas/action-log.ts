import * as z from 'zod/mini';
import { documented, looseObject, object, string, timestampInput } from './fields.js';

/** Specification: "Order action log entry". */
export const actionLogActorSchema = looseObject({
  type: documented(string),
  id: documented(string),
  name: documented(string),
  role: documented(string),
});

/** Specification: "Order action log entry". */
export const actionLogEntrySchema = looseObject({
  action: documented(string),
  actor: documented(actionLogActorSchema),
  metadata: documented(looseObject({})),
  created: documented(string),
});

/** Specification: "GET /orders/action-logs". */
export const actionLogListParamsSchema = object({
  from: timestampInput,
  to: timestampInput,
  action: z.optional(string),
  actorId: z.optional(string),
  actorType: z.optional(string),
  channelId: z.optional(string),
  search: z.optional(string),
});
