import { documented, looseObject, openEnum, string } from './fields.js';

/** API specification: Resources › Channel. */
export const channelTypeSchema = openEnum(['partner', 'dine-in']);

/** API specification: Resources › Channel. */
export const channelSchema = looseObject({ id: string, type: documented(channelTypeSchema) });
