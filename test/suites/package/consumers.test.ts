import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { suite } from './packed.js';
import { run } from './run.js';

const { NIGHTLY } = process.env;

/** `npm run nightly -- package` also tests versions between the oldest and the newest. */
const compilers = { ...(NIGHTLY && { '5.9': 'typescript5', '6': 'typescript' }), '7': 'typescript7' };
const oldCompilers = ['typescript5.0', ...(NIGHTLY ? ['typescript5'] : [])];

const dom = ['dom', 'dom.iterable', 'dom.asynciterable'];

/** A consumer: how it resolves the package, its kinds of modules, and whose `fetch`, `Request` and `AbortSignal` it uses. */
const consumers = {
  // For browsers.
  bundler: {
    kinds: ['module'],
    options: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', ...dom], types: [] },
    // Its types need those of Node.js.
    exclude: ['**/undici.ts'],
  },
  // For Node.js, without the DOM.
  node16: {
    kinds: ['module', 'commonjs'],
    options: { module: 'node16', moduleResolution: 'node16', lib: ['es2022'], types: ['node'] },
    // Its types need the DOM.
    exclude: ['**/msw.ts'],
  },
  // For Node.js, with the DOM, as is the default of compilers.
  nodenext: {
    kinds: ['module', 'commonjs'],
    options: { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022', ...dom], types: ['node'] },
  },
};

const strictness = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  // The types that come with the compiler.
  skipDefaultLibCheck: true,
  // As in a library, or in a project with references: each exported type needs a name that others can import.
  declaration: true,
  emitDeclarationOnly: true,
  outDir: 'emitted',
  rootDir: '.',
};

/** What `tsc --init` wrote before 5.9, and many backends with Nest or Express have. It ignores `exports`. */
const commonJs = { ...strictness, skipLibCheck: true, module: 'commonjs', types: ['node'] };

/** The same sources as each kind of module. The package.json next to them states the kind. */
const compiled = new URL('compiled/', suite);
rmSync(compiled, { recursive: true, force: true });
for (const kind of ['module', 'commonjs']) {
  cpSync(new URL('consumers/', suite), new URL(`${kind}/`, compiled), { recursive: true });
  writeFileSync(new URL(`${kind}/package.json`, compiled), JSON.stringify({ type: kind }));
}

test.concurrent.each(oldCompilers)('%s compiles a consumer with module commonjs', async (compiler) => {
  const config = `compiled/${compiler}-commonjs.json`;
  writeFileSync(new URL(config, suite), JSON.stringify({ compilerOptions: commonJs, include: ['commonjs'] }));
  const ending = await run(`node_modules/${compiler}/bin/tsc`, ['-p', config]);
  expect(ending).toEqual({ status: 0, output: '' });
});

describe.concurrent.each(Object.entries(compilers))('TypeScript %s', (version, compiler) => {
  test.each(Object.entries(consumers))(
    'compiles a consumer with moduleResolution %s',
    async (name, consumer) => {
      const config = `compiled/${version}-${name}.json`;
      const { kinds, options, ...rest } = consumer;
      const compilerOptions = { ...strictness, ...options };
      writeFileSync(new URL(config, suite), JSON.stringify({ compilerOptions, include: kinds, ...rest }));
      const ending = await run(`node_modules/${compiler}/bin/tsc`, ['-p', config]);
      expect(ending).toEqual({ status: 0, output: '' });
    },
  );
});
