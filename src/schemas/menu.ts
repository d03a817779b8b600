import * as z from 'zod/mini';
import { channelTypeSchema } from './channel.js';
import { looseObject, object, string } from './fields.js';

/** Specification: "Resources and their fields", Menu. */
export const menuSchema = looseObject({});

/** Specification: "GET /menus". */
export const menuGetParamsSchema = object({
  channelType: channelTypeSchema,
  partnerChannel: z.optional(string),
});
