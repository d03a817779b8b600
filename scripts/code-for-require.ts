import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

/**
 * Takes from the CommonJS files what only their readers miss: people read the ES modules. All names stay, as errors and their stacks
 * show them, and so does which package code was taken from. Lines stay short, as Node prints the one that threw.
 */
export async function shrinkCodeForRequire(dist: URL): Promise<void> {
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.cjs'))) {
    const file = new URL(name, dist);
    const code = readFileSync(file, 'utf8')
      .replace(originOfPackage, '//! ')
      .replace(getter, 'exports.$1 = $2;');
    const small = await transform(code, { minifyWhitespace: true, lineLimit: 160, target: 'es2022' });
    writeFileSync(file, small.code);
  }
}

const originOfPackage = /^\/\/ (?=.*node_modules\/)/gm;

/** What an entry hands on from a chunk: chunks do not require each other in circles, so that it is there. */
const getter =
  /^Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function \(\) \{ return ([\w.]+); \}\s+\}\);/gm;
