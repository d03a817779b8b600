import type { RequestValidationError } from '../errors/request-validation-error.js';

/** Describes the invalid options of a client with the options and variables of the command line. */
export function clientProblems({ issues }: RequestValidationError) {
  return issues.map(({ path, message }) => {
    const advice = message
      .replace('pass it, or set', 'set')
      .replace('set allowInsecureHttp', 'add --allow-insecure-http');
    return path === 'accessToken'
      ? { check: 'Access token', message: `The token ${advice}.` }
      : { check: 'Base URL', message: `The URL ${advice}.` };
  });
}
