import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const exportList = /^export \{ (.*) \}/gm;

/**
 * Marks the type-only exports of an entry as such, because the bundler of types does not. Otherwise the compiler would accept a call
 * or an `instanceof` with a class that the code does not export.
 */
export async function markTypeOnlyExports(dist: URL): Promise<void> {
  const files = readdirSync(dist);
  // The declarations that entries share are in files that contain only types.
  const entries = files
    .map((file) => file.replace(/\.js$/, ''))
    .filter((name) => files.includes(`${name}.d.ts`));
  for (const entry of entries) {
    const file = new URL(`${entry}.d.ts`, dist);
    const code: object = await import(new URL(`${entry}.js`, dist).href);
    const mark = (specifier: string) => {
      const [name = ''] = specifier.split(' ').slice(-1);
      return Object.hasOwn(code, name) || specifier.startsWith('type ') ? specifier : `type ${specifier}`;
    };
    const marked = readFileSync(file, 'utf8').replace(
      exportList,
      (_, list: string) => `export { ${list.split(', ').map(mark).join(', ')} }`,
    );
    writeFileSync(file, marked);
  }
}
