import { defineConfig, type Options } from 'tsup';

/** These publish ES modules only, which some CommonJS hosts cannot require: their code is part of the CommonJS files. */
const bundledForRequire = ['ky', 'p-retry', 'is-network-error', 'p-throttle', 'uuid'];

/** Only those who do accounts need it: its code is part of that subpath, so that nobody else installs it. */
const bundledForAll = ['big.js'];

/** The packages whose code is in files of this one. */
export const bundled = [...bundledForRequire, ...bundledForAll];

const shared = {
  entry: {
    index: 'src/index.ts',
    schemas: 'src/schemas/index.ts',
    webhooks: 'src/webhooks/index.ts',
    sync: 'src/sync/index.ts',
    'sync-node': 'src/sync/node/index.ts',
    accounting: 'src/accounting/index.ts',
    testing: 'src/testing/index.ts',
    'testing-msw': 'src/testing/msw.ts',
  },
  target: 'es2022',
  platform: 'neutral',
  // Entries share chunks, so that each error class exists once and `instanceof` holds between subpaths.
  splitting: true,
  // Deno and some bundlers know `node:fs` alone.
  removeNodeProtocol: false,
  external: [/^node:/],
} satisfies Options;

/** Some hosts of CommonJS, Jest among them, have no `import()`. */
const lateRequire: NonNullable<Options['plugins']>[number] = {
  name: 'late-require',
  renderChunk: (code) => ({
    code: code.replace(/\bimport\((['"]\.\/[^'"]+['"])\)/g, 'Promise.resolve().then(() => require($1))'),
  }),
};

export default defineConfig([
  {
    ...shared,
    // Nobody imports it: it needs neither types nor CommonJS.
    entry: { ...shared.entry, 'command-line': 'src/command-line/main.ts' },
    format: 'esm',
    noExternal: bundledForAll,
    dts: { entry: shared.entry, compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } },
  },
  // With `treeshake`, Rollup writes them: what tsup uses otherwise turns `?.` and `??` into calls of functions.
  { ...shared, format: 'cjs', noExternal: bundled, treeshake: true, plugins: [lateRequire] },
]);
