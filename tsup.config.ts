import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';

/** Packages that publish ES modules only, which some CommonJS hosts cannot require. The CommonJS files contain their code. */
const bundledForRequire = ['ky', 'p-retry', 'is-network-error', 'p-throttle', 'uuid'];

/** Only one subpath needs each of these. Its code is part of that subpath, so other users do not install it. */
const bundledForAll = ['big.js', 'csv-stringify'];

/** The packages whose code is part of the published files. */
export const bundled = [...bundledForRequire, ...bundledForAll];

/**
 * csv-stringify uses `Buffer` only to recognize options and for a byte order mark that we do not request. Browsers have no `Buffer`,
 * and the package's own build for browsers is 6 kB larger because it contains a polyfill.
 */
const withoutBuffer: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-buffer',
  setup(build) {
    build.onLoad({ filter: /csv-stringify[\\/]lib[\\/].*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      return {
        contents: code
          .replaceAll('Buffer.from(', 'Uint8Array.from(')
          .replaceAll('Buffer.isBuffer(', 'ArrayBuffer.isView('),
      };
    });
  },
};

const shared = {
  entry: {
    index: 'src/index.ts',
    schemas: 'src/schemas/index.ts',
    webhooks: 'src/webhooks/index.ts',
    sync: 'src/sync/index.ts',
    'sync-node': 'src/sync/node/index.ts',
    export: 'src/export/index.ts',
    accounting: 'src/accounting/index.ts',
    testing: 'src/testing/index.ts',
    'testing-msw': 'src/testing/msw.ts',
  },
  target: 'es2022',
  platform: 'neutral',
  // Entries share chunks, so that each error class exists once and `instanceof` holds between subpaths.
  splitting: true,
  // Deno and some bundlers only support the `node:` prefix.
  removeNodeProtocol: false,
  esbuildPlugins: [withoutBuffer],
  external: [/^node:/],
} satisfies Options;

/** Some CommonJS hosts, such as Jest, do not support `import()`. */
const lateRequire: NonNullable<Options['plugins']>[number] = {
  name: 'late-require',
  renderChunk: (code) => ({
    code: code.replace(/\bimport\((['"]\.\/[^'"]+['"])\)/g, 'Promise.resolve().then(() => require($1))'),
  }),
};

export default defineConfig([
  {
    ...shared,
    // It is not imported, so it needs neither types nor CommonJS.
    entry: { ...shared.entry, 'command-line': 'src/command-line/main.ts' },
    format: 'esm',
    noExternal: bundledForAll,
    dts: { entry: shared.entry, compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } },
  },
  // With `treeshake`, Rollup writes the CommonJS files. The default of tsup compiles `?.` and `??` to function calls.
  { ...shared, format: 'cjs', noExternal: bundled, treeshake: true, plugins: [lateRequire] },
]);
