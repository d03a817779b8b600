const { transformSync } = require('esbuild');

/** What everyone who uses msw under Jest on Node 20 has: packages that msw needs are ES modules only. */
module.exports = {
  process: (source) => ({ code: transformSync(source, { format: 'cjs' }).code }),
};
