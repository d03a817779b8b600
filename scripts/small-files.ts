import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type TransformOptions, transform } from 'esbuild';

/**
 * Minifies the CommonJS files, the fake, the command line, and files with code of other packages. People read the other ES modules,
 * which lose only their docstrings: the types contain those. All names stay, because error messages and stacks show them. The comments
 * that name source packages stay as well. Lines stay short, because Node.js prints the line that threw.
 */
export async function shrinkCode(dist: URL): Promise<void> {
  for (const name of readdirSync(dist).filter((file) => /\.c?js$/.test(file))) {
    const file = new URL(name, dist);
    const code = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      isMinified.test(name) || code.search(originOfPackage) >= 0
        ? await minified(code)
        : await withoutDocstrings(code),
    );
  }
}

const isMinified = /\.cjs$|^testing\.js$|^command-line\.js$|-command-\w+\.js$/;

async function minified(code: string): Promise<string> {
  const source = code.replace(originOfPackage, '//! ').replace(getter, 'exports.$1 = $2;');
  const small = await transformed(source, { minifyWhitespace: true });
  // Bundlers of users would keep a comment with an exclamation mark.
  return small.replaceAll('//! ', '// ');
}

/** esbuild removes docstrings only if it minifies, and a second run formats the code again. */
async function withoutDocstrings(code: string): Promise<string> {
  const small = await transformed(code.replace(origin, '//! '), { minifyWhitespace: true });
  const formatted = await transformed(small);
  return formatted.replaceAll('//! ', '// ');
}

async function transformed(code: string, options?: TransformOptions): Promise<string> {
  const result = await transform(code, { ...options, lineLimit: 160, target: 'es2022' });
  return result.code;
}

const origin = /^\/\/ (?=(?:src|node_modules)\/)/gm;
const originOfPackage = /^\/\/ (?=.*node_modules\/)/gm;

/** Returns what an entry re-exports from a chunk. Chunks do not require each other in cycles, so the values already exist. */
const getter =
  /^Object\.defineProperty\(exports, "(\w+)", \{\s+enumerable: true,\s+get: function \(\) \{ return ([\w.]+); \}\s+\}\);/gm;

/** Indents the types by one space instead of four. */
export function shrinkTypes(dist: URL): void {
  for (const name of readdirSync(dist).filter((file) => /\.d\.c?ts$/.test(file))) {
    const file = new URL(name, dist);
    const types = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      types.replace(/^(?: {4})+/gm, ({ length }) => ' '.repeat(length / 4)),
    );
  }
}
