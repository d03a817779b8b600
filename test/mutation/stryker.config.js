export default {
  mutate: ['src/lists/**/*.ts', 'src/transport/**/*.ts', 'src/accounting/**/*.ts'],
  // Strings are mutated too: most of them are kinds, fields and headers, and no wording.
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  // What runs while a module loads is a few constants. Each would take all tests.
  ignoreStatic: true,
  // What is neither mutated nor needed by the tests is not copied.
  ignorePatterns: ['.ci', 'coverage', 'dist', 'docs', 'examples', 'scripts', 'test/bench', '*.tgz'],
  tempDirName: '.mutation/sandbox',
  reporters: ['progress', 'html', 'json'],
  htmlReporter: { fileName: '.mutation/report.html' },
  jsonReporter: { fileName: '.mutation/report.json' },
  // main.ts looks at the score of each folder; the one of all together says little.
  thresholds: { high: 95, low: 85, break: null },
  concurrency: 2,
};
