import * as z from 'zod';
import { documented } from './fields.js';

/** Specification: "Base menu". */
export const baseMenuPhotoSchema = z.looseObject({ itemImage: documented(z.string()) });

/** Specification: "Base menu". */
export const baseMenuItemSchema = z.looseObject({ photos: documented(z.array(baseMenuPhotoSchema)) });

/** Specification: "Base menu". */
export const baseMenuSchema = z.looseObject({ menuItems: documented(z.array(baseMenuItemSchema)) });

/** Specification: "POST /base-menus". */
export const baseMenuCreateParamsSchema = z.looseObject({ menuItems: z.array(baseMenuItemSchema) });
