import type { RequestValidationError } from '../errors/request-validation-error.js';

/** An invalid option of a client that a command creates. */
interface ClientProblem {
  readonly subject: 'Access token' | 'Base URL';
  readonly message: string;
}

/** Describes the invalid options of a client with the options and variables of the command line. */
export function clientProblems({ issues }: RequestValidationError): ClientProblem[] {
  return issues.map(({ path, message }) => {
    const isToken = path === 'accessToken';
    const advice = message
      .replace('pass it, or set', 'set')
      .replace('set allowInsecureHttp', 'add --allow-insecure-http');
    return {
      subject: isToken ? 'Access token' : 'Base URL',
      message: `The ${isToken ? 'token' : 'URL'} ${advice}.`,
    };
  });
}
