const { transformSync } = require('esbuild');

/** The usual setup for msw in Jest on Node.js 20, because some packages that msw needs are ES modules only. */
module.exports = {
  process: (source) => ({ code: transformSync(source, { format: 'cjs' }).code }),
};
