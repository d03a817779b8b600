import { documented, looseObject, openEnum, string } from './fields.js';

/** Specification: "Resources and their fields", Channel. */
export const channelTypeSchema = openEnum(['partner', 'dine-in']);

/** Specification: "Resources and their fields", Channel. */
export const channelSchema = looseObject({ id: string, type: documented(channelTypeSchema) });
