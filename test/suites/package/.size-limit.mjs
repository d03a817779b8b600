/**
 * What users import, whose sizes minified and gzipped `sizes.json` records. A name starts with the name of the API report. The targets
 * are 28 kB for what a client loads at first, and 6 kB for webhooks.
 */
const bundles = [
  {
    name: 'outlet-open-api, whole',
    from: 'index',
    take: '{ OutletClient }',
  },
  {
    name: 'outlet-open-api, at first',
    from: 'index',
    take: '{ OutletClient }',
    isFirst: true,
  },
  { name: 'webhooks', from: 'webhooks', take: '*' },
  {
    name: 'webhooks, handler and secret',
    from: 'webhooks',
    take: '{ createWebhookHandler, sharedSecret }',
  },
  { name: 'webhooks, parser', from: 'webhooks', take: '{ parseWebhookEvent }' },
  { name: 'sync', from: 'sync', take: '*' },
  { name: 'sync, order feed', from: 'sync', take: '{ createOrderFeed }' },
  { name: 'sync, backfill', from: 'sync', take: '{ backfillOrders }' },
  { name: 'sync-node', from: 'sync-node', take: '*' },
  { name: 'redis', from: 'redis', take: '*' },
  { name: 'postgres', from: 'postgres', take: '*' },
  { name: 'otel, without @opentelemetry/api', from: 'otel', take: '*' },
  { name: 'undici, without undici', from: 'undici', take: '*' },
  { name: 'export', from: 'export', take: '*' },
  { name: 'export, orders as CSV', from: 'export', take: '{ csv, orderTable }' },
  { name: 'accounting', from: 'accounting', take: '*' },
  { name: 'schemas', from: 'schemas', take: '*' },
  { name: 'testing', from: 'testing', take: '*' },
  { name: 'verify', from: 'verify', take: '*' },
  { name: 'testing-msw, without msw', from: 'testing-msw', take: '*' },
];

/** Modules that `import()` loads on demand do not count. */
const late = {
  name: 'late',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** An entry imports every chunk that it reaches, even unused ones. The bundler omits them and warns. */
const logOverride = { 'ignored-bare-import': 'silent' };

export default bundles.map(({ name, from, take, isFirst }) => ({
  name,
  path: `unpacked/dist/${from}.js`,
  import: take,
  gzip: true,
  ignore: ['@opentelemetry/api', 'msw', 'node:*', 'undici'],
  modifyEsbuildConfig: (config) => ({ ...config, logOverride, ...(isFirst && { plugins: [late] }) }),
}));
