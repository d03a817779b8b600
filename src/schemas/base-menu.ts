import { array, documented, looseObject, string } from './fields.js';

/** Validates a photo of a base menu item. API specification: Resources › Base menu. */
export const baseMenuPhotoSchema = looseObject({ itemImage: documented(string) });

/** Validates an item of a base menu. API specification: Resources › Base menu. */
export const baseMenuItemSchema = looseObject({ photos: documented(array(baseMenuPhotoSchema)) });

/** Validates a base menu. API specification: Resources › Base menu. */
export const baseMenuSchema = looseObject({ menuItems: documented(array(baseMenuItemSchema)) });
