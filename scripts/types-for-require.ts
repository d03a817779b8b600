import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Gives each entry types for both kinds of module. What they declare stands once, in a `.d.cts`, as an ES module can name what a
 * CommonJS module declares and not the other way round. The compiler goes by the entry's own `.d.ts` or `.d.cts`, which hands it on.
 */
export function writeTypesForRequire(dist: URL): void {
  const files = readdirSync(dist);
  for (const name of files.filter((file) => file.endsWith('.d.ts')).map((file) => file.slice(0, -5))) {
    const types = referringTo('.cjs', readFileSync(new URL(`${name}.d.ts`, dist), 'utf8'));
    const write = (file: string, text: string) => writeFileSync(new URL(file, dist), text);
    const isEntry = files.includes(`${name}.js`);
    // At the beginning of a line: docstrings import, too.
    if (/^(?:import|export) .* from '[^.]/m.test(types)) {
      // Other packages can have types for each kind of module, which are not the same to the compiler.
      if (!isEntry)
        throw new Error(`${name}.d.ts would hand on another package's types for require to import`);
      write(`${name}.d.ts`, types);
      write(`${name}.d.cts`, types);
    } else if (isEntry) {
      write(`${name}-types.d.cts`, types);
      for (const kind of ['d.ts', 'd.cts'])
        write(`${name}.${kind}`, `export * from './${name}-types.cjs';\n`);
    } else {
      write(`${name}.d.cts`, types);
      rmSync(new URL(`${name}.d.ts`, dist));
    }
  }
}

/** The types, referring to their neighbours by another ending. */
export function referringTo(ending: string, types: string): string {
  return types.replace(/(['"])(\.\/[^'"]+)\.c?js\1/g, `$1$2${ending}$1`);
}
