/**
 * A base menu. Fields other than these are not documented and are kept as they came.
 *
 * Specification: "Base menu".
 */
export interface BaseMenu {
  menuItems?: BaseMenuItem[] | null | undefined;
  [field: string]: unknown;
}

/** Specification: "Base menu". */
export interface BaseMenuItem {
  /** The service keeps the first photo only. */
  photos?: BaseMenuPhoto[] | null | undefined;
  [field: string]: unknown;
}

/** Specification: "Base menu"; "POST /base-menus". */
export interface BaseMenuPhoto {
  /**
   * In a request: a public HTTPS address of a JPEG or PNG of at most 10 MB. In an answer: the address of the copy in the
   * service's own storage.
   */
  itemImage?: string | null | undefined;
}

/**
 * A base menu to create.
 *
 * Specification: "POST /base-menus".
 */
export interface BaseMenuCreateParams {
  menuItems: BaseMenuItem[];
  [field: string]: unknown;
}
