import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** Packages that publish ES modules only, which some CommonJS hosts cannot require. The CommonJS files contain their code. */
const bundledForRequire = ['ky', 'p-retry', 'is-network-error', 'p-throttle', 'uuid'];

/** Only one subpath needs each of these. Its code is part of that subpath, so other users do not install it. */
const bundledForAll = ['big.js', 'csv-stringify'];

/** The router of the emulator, which exists only as a CommonJS file. */
const bundledInEmulator = ['hono'];

/** The packages whose code is part of the published files, except `dist/dashboard`. */
export const bundled = { bundledForRequire, bundledForAll, bundledInEmulator };

/** Minifies bundled packages, with their names, which stack traces rarely contain. */
const minifiedPackages: Plugin = {
  name: 'minified-packages',
  setup(build) {
    const packages = new RegExp(
      `node_modules[\\\\/](${Object.values(bundled).flat().join('|')})[\\\\/].*\\.m?js$`,
    );
    let hasReplacedBuffer = false;
    build.onLoad({ filter: packages }, async ({ path }) => {
      let source = await readFile(path, 'utf8');
      if (packages.exec(path)?.[1] === 'csv-stringify') {
        const portable = withoutBuffer(source);
        hasReplacedBuffer ||= portable !== source;
        source = portable;
      }
      const { code } = await transform(source, { minify: true, format: 'esm' });
      return { contents: code };
    });
    build.onEnd(() => {
      if (!hasReplacedBuffer) throw new Error('csv-stringify no longer calls Buffer: delete withoutBuffer');
    });
  },
};

/**
 * csv-stringify uses `Buffer` only to recognize options and for a byte order mark that we do not request. Browsers have no `Buffer`,
 * and the package's own build for browsers is 6 kB larger because it contains a polyfill.
 */
function withoutBuffer(source: string): string {
  return source
    .replaceAll('Buffer.from(', 'Uint8Array.from(')
    .replaceAll('Buffer.isBuffer(', 'ArrayBuffer.isView(');
}

/**
 * These modules stay files of their own. So the package contains the emulator only once. And a test that imports the schemas or the test
 * kit has loaded the file that a client imports with its first call.
 */
const separateFiles: Plugin = {
  name: 'separate-files',
  setup(build) {
    const separate = (filter: RegExp, path: string) =>
      build.onResolve({ filter }, () => ({ path, external: true }));
    separate(/^(?:\.\.\/)+emulator\/index\.js$/, './emulator.js');
    separate(/^(?:\.|(?:\.\.\/)+schemas)\/entities\.js$/, './entities.js');
  },
};

const shared = {
  entry: {
    index: 'src/index.ts',
    schemas: 'src/schemas/index.ts',
    webhooks: 'src/webhooks/index.ts',
    sync: 'src/sync/index.ts',
    'sync-node': 'src/sync/node/index.ts',
    redis: 'src/redis/index.ts',
    postgres: 'src/postgres/index.ts',
    otel: 'src/otel/index.ts',
    undici: 'src/undici/index.ts',
    export: 'src/export/index.ts',
    accounting: 'src/accounting/index.ts',
    testing: 'src/testing/index.ts',
    'testing-msw': 'src/testing/msw.ts',
    verify: 'src/verify/index.ts',
  },
  target: 'es2022',
  platform: 'neutral',
  // Entries share chunks, so that each error class exists once and `instanceof` holds between subpaths.
  splitting: true,
  // Deno and some bundlers only support the `node:` prefix.
  removeNodeProtocol: false,
  external: [/^node:/],
} satisfies Options;

/** Some CommonJS hosts, such as Jest, do not support `import()`. */
const lateRequire: NonNullable<Options['plugins']>[number] = {
  name: 'late-require',
  renderChunk: (code) => ({
    code: code.replace(/\bimport\((['"]\.\/[^'"]+['"])\)/g, 'Promise.resolve().then(() => require($1))'),
  }),
};

const emulator = { emulator: 'src/emulator/index.ts' };

export default defineConfig([
  {
    ...shared,
    // Users import neither of the two, so they need neither types nor CommonJS.
    entry: {
      ...shared.entry,
      entities: 'src/schemas/entities.ts',
      'command-line': 'src/command-line/main.ts',
    },
    format: 'esm',
    noExternal: bundledForAll,
    esbuildPlugins: [minifiedPackages, separateFiles],
    dts: {
      entry: { ...shared.entry, ...emulator },
      compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true },
    },
  },
  // With `treeshake`, Rollup writes the CommonJS files. The default of tsup compiles `?.` and `??` to function calls.
  {
    ...shared,
    entry: { ...shared.entry, ...emulator },
    format: 'cjs',
    noExternal: Object.values(bundled).flat(),
    esbuildPlugins: [minifiedPackages],
    define: { 'import.meta.filename': '__filename' },
    treeshake: true,
    plugins: [lateRequire],
  },
]);
