import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

/**
 * Removes whitespace and docstrings, which the types contain. All names stay, because error messages and stacks show them. The comments
 * that name source packages stay as well. Lines stay short, because Node.js prints the line that threw.
 */
export async function shrinkCode(dist: URL): Promise<void> {
  for (const name of readdirSync(dist).filter((file) => /\.c?js$/.test(file))) {
    const file = new URL(name, dist);
    const code = readFileSync(file, 'utf8')
      .replace(originOfPackage, '//! ')
      .replace(getter, 'exports.$1 = $2;');
    const small = await transform(withShortNames(code), {
      minifyWhitespace: true,
      lineLimit: 160,
      target: 'es2022',
    });
    // Bundlers of users would keep a comment with an exclamation mark.
    writeFileSync(file, small.code.replaceAll('//! ', '// '));
  }
}

const originOfPackage = /^\/\/ (?=.*node_modules\/)/gm;

/** Returns what an entry re-exports from a chunk. Chunks do not require each other in cycles, so the values already exist. */
const getter =
  /^Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function \(\) \{ return ([\w.]+); \}\s+\}\);/gm;

/** Numbers the variables that contain the exports of chunks, such as `chunkMRKWGLOM_cjs`. */
function withShortNames(code: string): string {
  const chunk = /\bchunk[A-Z0-9]{8}_cjs\b/g;
  const chunks = [...new Set(code.match(chunk))];
  return code.replace(chunk, (name) => `chunk${chunks.indexOf(name)}`);
}

/** Indents the types by one space instead of four. */
export function shrinkTypes(dist: URL): void {
  for (const name of readdirSync(dist).filter((file) => /\.d\.c?ts$/.test(file))) {
    const file = new URL(name, dist);
    const types = readFileSync(file, 'utf8');
    const indented = types.replace(/^(?: {4})+/gm, ({ length }) => ' '.repeat(length / 4));
    writeFileSync(file, indented);
  }
}
