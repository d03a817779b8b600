import { array, documented, looseObject, string } from './fields.js';

/** API specification: Resources › Base menu. */
export const baseMenuPhotoSchema = looseObject({ itemImage: documented(string) });

/** API specification: Resources › Base menu. */
export const baseMenuItemSchema = looseObject({ photos: documented(array(baseMenuPhotoSchema)) });

/** API specification: Resources › Base menu. */
export const baseMenuSchema = looseObject({ menuItems: documented(array(baseMenuItemSchema)) });
