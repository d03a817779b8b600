import * as z from 'zod';
import { documented, open } from './fields.js';

export const channelTypeSchema = open(['partner', 'dine-in']);

/** Specification: "Resources and their fields", Channel. */
export const channelSchema = z.looseObject({
  id: z.string(),
  type: documented(channelTypeSchema),
});
