/** The menu of the fake restaurant. The API specification does not define its fields. */
export interface TourMenu {
  readonly menuItems: readonly {
    readonly id: string;
    readonly name: string;
    readonly price: number;
    readonly options?: readonly { readonly id: string }[];
  }[];
}
