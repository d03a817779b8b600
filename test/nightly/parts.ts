/** What need not run for each commit: the parts of `npm run nightly`, and the command of each. */
export const parts = new Map([
  ['hostile', 'tsx test/nightly/hostile.ts'],
  ['properties', 'tsx test/nightly/properties.ts'],
  ['node', 'tsx test/nightly/node.ts'],
  ['mutation', 'tsx test/suites/mutation/main.ts'],
  ['faults', 'tsx test/suites/reliability/faults/main.ts'],
  ['crash', 'tsx test/suites/reliability/crash/main.ts'],
  ['outbox', 'tsx test/nightly/outbox.ts'],
  ['copy', 'tsx test/nightly/copy.ts'],
  ['verify', 'tsx test/nightly/verify.ts'],
  ['learn', 'tsx test/nightly/learn.ts'],
  ['redis', 'tsx test/suites/servers/rate-limit/soak.ts'],
  ['at-scale', 'tsx test/nightly/at-scale.ts'],
  ['emulator', 'tsx test/suites/dashboard/soak/main.ts'],
  ['hosts', 'vitest run --project hosts --project frameworks'],
  ['package', 'vitest run --project package consumers'],
  ['site', 'vitest run --project site'],
]);
