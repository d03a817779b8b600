/** The version of this package; it stands in the `User-Agent` of every request. */
export const VERSION: string = '0.1.0';
