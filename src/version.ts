/** The version of this package, which every request sends in its `User-Agent`. */
export const VERSION: string = '0.1.0';
