import { looseObject } from './fields.js';

/** Validates a menu: any object. API specification: Resources › Menu. */
export const menuSchema = looseObject({});
