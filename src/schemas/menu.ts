import { looseObject } from './fields.js';

/** API specification: Resources › Menu. */
export const menuSchema = looseObject({});
