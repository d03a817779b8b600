import { defineConfig, type Options } from 'tsup';

const shared = {
  entry: {
    index: 'src/index.ts',
    schemas: 'src/schemas/index.ts',
    webhooks: 'src/webhooks/index.ts',
    sync: 'src/sync/index.ts',
    testing: 'src/testing/index.ts',
    'testing-msw': 'src/testing/msw.ts',
  },
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  // Entries share chunks, so that each error class exists once and `instanceof` holds between subpaths.
  splitting: true,
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
} satisfies Options;

export default defineConfig([
  { ...shared, format: 'esm' },
  // These publish ES modules only, which some CommonJS hosts cannot require.
  { ...shared, format: 'cjs', noExternal: ['ky', 'p-retry', 'p-throttle', 'uuid', 'is-network-error'] },
]);
