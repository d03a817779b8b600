/**
 * A base menu. The API specification does not define other fields; they are returned as received.
 * API specification: Resources › Base menu.
 */
export interface BaseMenu {
  /** The items of the menu. */
  menuItems?: BaseMenuItem[] | null | undefined;
  /** Other fields, as received. */
  [field: string]: unknown;
}

/** An item of a base menu. The API specification does not define other fields. API specification: Resources › Base menu. */
export interface BaseMenuItem {
  /** The photo of the item: the API stores only the first one. */
  photos?: BaseMenuPhoto[] | null | undefined;
  /** Other fields, as received. */
  [field: string]: unknown;
}

/** A stored photo of an item. API specification: Resources › Base menu. */
export interface BaseMenuPhoto {
  /** The URL of the copy that the API stored. */
  itemImage?: string | null | undefined;
}

/**
 * A base menu to create. The API specification does not define other fields; they are sent unchanged.
 * API specification: Endpoints › `POST /base-menus`.
 */
export interface BaseMenuCreateParams {
  /** The items of the menu. */
  menuItems: BaseMenuItemParams[];
  /** Other fields, sent unchanged. */
  [field: string]: unknown;
}

/** An item of a new base menu. The API specification does not define other fields. API specification: Endpoints › `POST /base-menus`. */
export interface BaseMenuItemParams {
  /** Photos of the item. The API stores only the first one. */
  photos?: BaseMenuPhotoParams[] | undefined;
  /** Other fields, sent unchanged. */
  [field: string]: unknown;
}

/** A photo of an item of a new base menu. API specification: Endpoints › `POST /base-menus`, rules 1 to 4. */
export interface BaseMenuPhotoParams {
  /** A public HTTPS URL of a JPEG or PNG of at most 10 MB. */
  itemImage: string;
}
