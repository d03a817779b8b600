import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Writes the ES module of the emulator: it exports what the CommonJS file exports, so that the package contains the code once. */
export function writeModuleOfEmulator(dist: URL): void {
  const names = Object.keys(require(fileURLToPath(new URL('emulator.cjs', dist))));
  writeFileSync(new URL('emulator.js', dist), `export { ${names.join(', ')} } from './emulator.cjs';\n`);
}
