import { array, documented, looseObject, string } from './fields.js';

/** Specification: "Base menu". */
export const baseMenuPhotoSchema = looseObject({ itemImage: documented(string) });

/** Specification: "Base menu". */
export const baseMenuItemSchema = looseObject({ photos: documented(array(baseMenuPhotoSchema)) });

/** Specification: "Base menu". */
export const baseMenuSchema = looseObject({ menuItems: documented(array(baseMenuItemSchema)) });
