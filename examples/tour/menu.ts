/** The menu of the fake restaurant. Its fields are undocumented. */
export interface TourMenu {
  readonly menuItems: readonly {
    readonly id: string;
    readonly name: string;
    readonly price: number;
    readonly options?: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  }[];
}
