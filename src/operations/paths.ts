import type { Issue } from '../errors/issue.js';
import { operations } from './index.js';

/** The path of a call: the template with every parameter encoded into its place. */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Finds the path parameters that could call another endpoint than the template's, or none. */
export function checkParams(template: string, params: Readonly<Record<string, unknown>>): Issue[] {
  return [...template.matchAll(/\{(\w+)\}/g)].flatMap(({ 1: name = '', index }) => {
    const problem = problemOf(params[name], template.slice(0, index));
    return problem ? [{ path: name, message: problem }] : [];
  });
}

function problemOf(id: unknown, prefix: string): string | undefined {
  if (typeof id !== 'string' || id.trim() === '') return 'must be a non-empty string';
  if (/^(?:\.|%2e){1,2}$/i.test(id.trim())) return 'must not be a dot segment';
  if (fixedSegments(prefix).includes(id.trim().toLowerCase())) return 'names another endpoint, not an entity';
  if (!id.isWellFormed()) return 'must be well-formed text';
  return undefined;
}

/** Segments after a prefix that belong to other endpoints: `reservations` after `/orders/`. */
function fixedSegments(prefix: string): string[] {
  return operations
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path }) => path.slice(prefix.length).split('/')[0] ?? '')
    .filter((segment) => segment !== '' && !segment.startsWith('{'));
}
