import { documented, looseObject, openEnum, string } from './fields.js';

/** Validates the type of a channel. API specification: Resources › Channel. */
export const channelTypeSchema = openEnum(['partner', 'dine-in']);

/** Validates a channel. API specification: Resources › Channel. */
export const channelSchema = looseObject({ id: string, type: documented(channelTypeSchema) });
