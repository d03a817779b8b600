/**
 * The size that each import adds to a user's bundle, minified and gzipped, and its limit. A name starts with the name of the API
 * report. If it ends with a bar, the bar is the target: lower the limit whenever the size decreases.
 */
const budgets = [
  {
    name: 'outlet-open-api, whole',
    from: 'index',
    take: '{ OutletClient }',
    limit: '41.3 kB',
  },
  {
    name: 'outlet-open-api, at first (bar 28 kB)',
    from: 'index',
    take: '{ OutletClient }',
    limit: '34.9 kB',
    isFirst: true,
  },
  { name: 'webhooks (bar 6 kB)', from: 'webhooks', take: '*', limit: '8.4 kB' },
  {
    name: 'webhooks, handler and secret',
    from: 'webhooks',
    take: '{ createWebhookHandler, sharedSecret }',
    limit: '6.5 kB',
  },
  { name: 'webhooks, parser', from: 'webhooks', take: '{ parseWebhookEvent }', limit: '1.5 kB' },
  { name: 'sync', from: 'sync', take: '*', limit: '10.7 kB' },
  { name: 'sync, order feed', from: 'sync', take: '{ createOrderFeed }', limit: '3.9 kB' },
  { name: 'sync, backfill', from: 'sync', take: '{ backfillOrders }', limit: '5.5 kB' },
  { name: 'sync-node', from: 'sync-node', take: '*', limit: '2.4 kB' },
  { name: 'redis', from: 'redis', take: '*', limit: '8.7 kB' },
  { name: 'postgres', from: 'postgres', take: '*', limit: '2.3 kB' },
  { name: 'otel, without @opentelemetry/api', from: 'otel', take: '*', limit: '3.3 kB' },
  { name: 'export', from: 'export', take: '*', limit: '5.7 kB' },
  { name: 'export, orders as CSV', from: 'export', take: '{ csv, orderTable }', limit: '4.9 kB' },
  { name: 'accounting', from: 'accounting', take: '*', limit: '6.5 kB' },
  { name: 'schemas', from: 'schemas', take: '*', limit: '9 kB' },
  { name: 'testing', from: 'testing', take: '*', limit: '24.7 kB' },
  { name: 'verify', from: 'verify', take: '*', limit: '0.2 kB' },
  { name: 'testing-msw, without msw', from: 'testing-msw', take: '*', limit: '0.3 kB' },
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

export default budgets.map(({ name, from, take, limit, isFirst }) => ({
  name,
  path: `unpacked/dist/${from}.js`,
  import: take,
  limit,
  gzip: true,
  ignore: ['@opentelemetry/api', 'msw', 'node:*'],
  modifyEsbuildConfig: (config) => ({ ...config, logOverride, ...(isFirst && { plugins: [late] }) }),
}));
