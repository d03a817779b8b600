import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const exportList = /^export \{ (.*) \}/gm;

/**
 * Marks what an entry exports as a type only: the bundler of types forgets it, and a class that is none of the code's exports could be
 * called or asked for by `instanceof` without a word of the compiler.
 */
export async function markTypeOnlyExports(dist: URL): Promise<void> {
  const files = readdirSync(dist);
  // What entries share stands in files of types alone.
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
