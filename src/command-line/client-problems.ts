import type { RequestValidationError } from '../errors/request-validation-error.js';
import { listOptionOf } from './list-options.js';

/** Describes the invalid options of a client with the options and variables of the command line. */
export function clientProblems({ issues }: RequestValidationError) {
  return issues.map(({ path, message }) => {
    const advice = message
      .replace('pass it, or set', 'set')
      .replace('set allowInsecureHttp', 'add --allow-insecure-http');
    if (path === 'accessToken') return { check: 'Access token', message: `The token ${advice}.` };
    const option = listOptionOf(path);
    if (option !== undefined) return { check: 'List options', message: `${option} ${advice}.` };
    return { check: 'Base URL', message: `The URL ${advice}.` };
  });
}
