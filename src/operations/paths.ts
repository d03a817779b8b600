import type { Issue } from '../errors/issue.js';
import { operations } from './index.js';

/** The beginnings of paths that end in a name, such as `/orders/reservations`. An ID that completes one would call another endpoint. */
const namedPaths = new Set(
  operations
    .flatMap(({ path }) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/')))
    .filter((path) => !path.endsWith('}')),
);

/** Replaces each parameter of a path template with its encoded value. */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Finds path parameters that would not call the endpoint of the template. */
export function checkParams(template: string, params: Readonly<Record<string, unknown>>): Issue[] {
  return [...template.matchAll(/\{(\w+)\}/g)].flatMap(({ 1: name = '', index }) => {
    const message = paramProblem(params[name], template.slice(0, index));
    return message ? [{ path: name, message }] : [];
  });
}

/** Checks a path that no operation describes. It must stay below `/api/v1`. */
export function checkRawPath(path: unknown, params: Readonly<Record<string, string>>): Issue[] {
  const message = pathProblem(path);
  if (message !== undefined || typeof path !== 'string') return [{ path: 'path', message: message ?? '' }];
  const issues = checkParams(path, params);
  if (issues.length > 0) return issues;
  // Joined with the text next to it, a parameter can form a dot segment: `/%2{half}`.
  const expanded = pathProblem(expandPath(path, params));
  return expanded === undefined ? [] : [{ path: 'path', message: expanded }];
}

function paramProblem(id: unknown, prefix: string): string | undefined {
  if (typeof id !== 'string' || id.trim() === '') return 'must be a non-empty string';
  if (hasDotSegment(id)) return 'must not have dot segments';
  if (namedPaths.has(prefix + id.trim().toLowerCase())) return 'is the name of another endpoint, not an id';
  if (!id.isWellFormed()) return 'must be well-formed text';
  return undefined;
}

function pathProblem(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return 'must start with one slash';
  if (/[?#]/.test(path)) return 'must not have a query or a fragment; pass `query`';
  if (/[\\\s\p{Cc}]/u.test(path) || !path.isWellFormed())
    return 'must not contain white space, control characters or backslashes';
  if (/[{}]/.test(path.replace(/\{\w+\}/g, ''))) return 'must name its parameters like {orderId}';
  return hasDotSegment(path) ? 'must not have dot segments' : undefined;
}

/** Also finds encoded segments and parameters of segments (`..;a`), because a gateway in front of the API can decode a path. */
function hasDotSegment(path: string): boolean {
  const decoded = path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/');
  return decoded.split('/').some((segment) => /^\.{1,2}$/.test(segment.replace(/;.*/s, '').trim()));
}
