import { InvalidRequestError } from './invalid-request-error.js';

/**
 * Refuses what was given unless every verdict on it is `true`.
 *
 * @param what - what is refused, such as `The client cannot be made`
 * @param verdicts - by path, `true` or what is wrong there, such as `must be a function`
 * @throws InvalidRequestError that names everything that is wrong
 */
export function refuseUnless(what: string, verdicts: Readonly<Record<string, true | string>>): void {
  const issues = Object.entries(verdicts).flatMap(([path, verdict]) =>
    verdict === true ? [] : [{ path, message: verdict }],
  );
  if (issues.length > 0) throw new InvalidRequestError(what, issues);
}
