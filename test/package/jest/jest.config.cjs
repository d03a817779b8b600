/** Jest as it comes, in CommonJS and without flags. Nothing of this package, or of what its client needs, is transformed. */
module.exports = {
  testMatch: ['<rootDir>/*.test.cjs'],
  transform: { '/node_modules/(@open-draft|rettime|until-async)/': '<rootDir>/es-modules.cjs' },
  transformIgnorePatterns: [],
};
