import { looseObject } from './fields.js';

/** Specification: "Resources and their fields", Menu. */
export const menuSchema = looseObject({});
