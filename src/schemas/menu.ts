import * as z from 'zod';
import { channelTypeSchema } from './channel.js';

/** Specification: "Resources and their fields", Menu. */
export const menuSchema = z.looseObject({});

/** Specification: "Resources and their fields", Menu. */
export const menuItemSchema = z.looseObject({ id: z.string() });

/** Specification: "Resources and their fields", Menu. */
export const menuOptionSchema = z.looseObject({ id: z.string() });

/** Specification: "GET /menus". */
export const menuGetParamsSchema = z.object({
  channelType: channelTypeSchema,
  partnerChannel: z.string().optional(),
});
