import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes types for both kinds of module for each entry. The declarations are in one `.d.cts`, because an ES module can import what a
 * CommonJS module declares, and not the other way round. The compiler reads the entry's `.d.ts` or `.d.cts`, which re-exports it.
 */
export function writeTypesForRequire(dist: URL): void {
  const files = readdirSync(dist);
  for (const name of files.filter((file) => file.endsWith('.d.ts')).map((file) => file.slice(0, -5))) {
    const types = referringTo('.cjs', readFileSync(new URL(`${name}.d.ts`, dist), 'utf8'));
    const write = (file: string, text: string) => writeFileSync(new URL(file, dist), text);
    const isEntry = files.includes(`${name}.js`);
    // Only at the beginning of a line, because docstrings contain imports as well.
    if (/^(?:import|export) .* from '[^.]/m.test(types)) {
      // Other packages can have separate types for each kind of module, which the compiler treats as different types.
      if (!isEntry)
        throw new Error(`${name}.d.ts would re-export another package's CommonJS types to ES modules`);
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

/** The types, with the file endings of their relative imports replaced. */
function referringTo(ending: string, types: string): string {
  return types.replace(/(['"])(\.\/[^'"]+)\.c?js\1/g, `$1$2${ending}$1`);
}
