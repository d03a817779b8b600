export default {
  mutate: ['src/lists/**/*.ts', 'src/http/**/*.ts'],
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
  // Less than the score of each folder, which main.ts looks at, says nothing.
  thresholds: { high: 95, low: 85, break: null },
  concurrency: 2,
};
