// The types of Node.js 20, which the project compiles with, lack this module.
declare module 'node:sqlite' {
  /** A database in a file. */
  export class DatabaseSync {
    constructor(path: string);
    exec(text: string): void;
    prepare(text: string): {
      all(...values: (string | number | null)[]): Readonly<Record<string, unknown>>[];
    };
  }
}
