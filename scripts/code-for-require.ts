import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

/**
 * Minifies the CommonJS files and the command line, because people read the other ES modules. All names stay, because error messages and stacks show them. The
 * comments that name the source packages stay as well. Lines stay short, because Node.js prints the line that threw.
 */
export async function shrinkCodeForRequire(dist: URL): Promise<void> {
  for (const name of readdirSync(dist).filter((file) => isMinified.test(file))) {
    const file = new URL(name, dist);
    const code = readFileSync(file, 'utf8')
      .replace(originOfPackage, '//! ')
      .replace(getter, 'exports.$1 = $2;');
    const small = await transform(code, { minifyWhitespace: true, lineLimit: 160, target: 'es2022' });
    writeFileSync(file, small.code);
  }
}

const isMinified = /\.cjs$|^command-line\.js$|-command-\w+\.js$/;
const originOfPackage = /^\/\/ (?=.*node_modules\/)/gm;

/** Returns what an entry re-exports from a chunk. Chunks do not require each other in cycles, so the values already exist. */
const getter =
  /^Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function \(\) \{ return ([\w.]+); \}\s+\}\);/gm;
