import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { installTarball } from '../../support/installing/install-tarball.js';
import { inCopies, inExamples } from './paths.js';
import { platforms, strictNode } from './platforms.js';

/** Installs the packed SDK, and copies the files of each platform as a user would. */
export default async function setUp(): Promise<void> {
  installTarball(new URL('.', import.meta.url));
  rmSync(inCopies('.'), { recursive: true, force: true });
  for (const { name, files, others = {}, compilerOptions } of platforms) {
    const written = {
      'package.json': '{ "type": "module" }',
      // Deno is strict without it.
      ...(name !== 'deno' && {
        'tsconfig.json': JSON.stringify({ compilerOptions: { ...strictNode, ...compilerOptions } }),
      }),
      ...others,
    };
    for (const [file, place] of Object.entries(files)) cpSync(inExamples(file), inCopies(`${name}/${place}`));
    for (const [file, text] of Object.entries(written)) {
      mkdirSync(dirname(inCopies(`${name}/${file}`)), { recursive: true });
      writeFileSync(inCopies(`${name}/${file}`), text);
    }
  }
  // Imported late, because its packages did not exist before.
  const { compile } = await import('./compile.js');
  await compile();
}
