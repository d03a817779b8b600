import * as z from 'zod';
import { channelTypeSchema } from './channel.js';

/** Specification: "Resources and their fields", Menu. */
export const menuSchema = z.looseObject({});

/** Specification: "GET /menus". */
export const menuGetParamsSchema = z.object({
  channelType: channelTypeSchema,
  partnerChannel: z.string().optional(),
});
