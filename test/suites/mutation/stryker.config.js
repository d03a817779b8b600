export default {
  mutate: ['src/lists/**/*.ts', 'src/transport/**/*.ts', 'src/accounting/**/*.ts'],
  // Strings are mutated as well, because most of them are kinds, fields and headers.
  testRunner: 'vitest',
  vitest: { configFile: 'test/suites/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // Only constants are evaluated while a module loads. A mutant of a constant would need all tests.
  ignoreStatic: true,
  // Skips files that are neither mutated nor needed by the tests.
  ignorePatterns: [
    '.ci',
    'coverage',
    'dist',
    'docs/.vitepress',
    'examples',
    'scripts',
    'test/suites/bench',
    '*.tgz',
  ],
  tempDirName: '.mutation/sandbox',
  reporters: ['progress', 'html', 'json'],
  htmlReporter: { fileName: '.mutation/report.html' },
  jsonReporter: { fileName: '.mutation/report.json' },
  // main.ts checks the score of each folder instead of the total.
  thresholds: { high: 95, low: 85, break: null },
  concurrency: 2,
};
