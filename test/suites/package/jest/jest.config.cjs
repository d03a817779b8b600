/** Jest with its defaults, in CommonJS and without flags. It transforms neither this package nor the dependencies of its client. */
module.exports = {
  testMatch: ['<rootDir>/*.test.cjs'],
  transform: { '/node_modules/(@open-draft|rettime|until-async)/': '<rootDir>/es-modules.cjs' },
  transformIgnorePatterns: [],
};
