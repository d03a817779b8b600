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

/**
 * An item of a base menu. The API specification does not define other fields. Declare those that you read by interface merging.
 * API specification: Resources › Base menu.
 */
export interface BaseMenuItem {
  /** The photo of the item: the API stores only the first one. */
  photos?: BaseMenuPhoto[] | null | undefined;
}

/** A stored photo of an item. API specification: Resources › Base menu. */
export interface BaseMenuPhoto {
  /** The URL of the copy that the API stored. */
  itemImage?: string | null | undefined;
}

/**
 * A base menu to create. The API specification does not define other fields. Declare those that you send by interface merging, or pass
 * them in the option `extraBody`.
 * API specification: Endpoints › `POST /base-menus`.
 */
export interface BaseMenuCreateParams {
  /** The items of the menu. */
  menuItems: BaseMenuItemParams[];
}

/**
 * An item of a new base menu. The API specification does not define other fields. Declare those that you send, such as a name, by
 * interface merging. API specification: Endpoints › `POST /base-menus`.
 */
export interface BaseMenuItemParams {
  /** Photos of the item. The API stores only the first one. */
  photos?: BaseMenuPhotoParams[] | undefined;
}

/** A photo of an item of a new base menu. API specification: Endpoints › `POST /base-menus`, rules 1 to 4. */
export interface BaseMenuPhotoParams {
  /** A public HTTPS URL of a JPEG or PNG of at most 10 MB. */
  itemImage: string;
}
