import type { Issue } from '../errors/issue.js';

/** What is wrong with the path of an endpoint that no operation describes. It must stay below `/api/v1`. */
export function checkPath(path: unknown): Issue[] {
  const problem = problemOf(path);
  return problem === undefined ? [] : [{ path: 'path', message: problem }];
}

function problemOf(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return 'must begin with one slash';
  if (/[?#]/.test(path)) return 'must not have a query or a fragment: pass `query`';
  if (/[\\\s\p{Cc}]/u.test(path) || !path.isWellFormed())
    return 'must not contain white space, control characters or backslashes';
  if (/[{}]/.test(path.replace(/\{\w+\}/g, ''))) return 'must name its parameters like {orderId}';
  const isDotted = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return isDotted ? 'must not have dot segments' : undefined;
}
