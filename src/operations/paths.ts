import type { Issue } from '../errors/issue.js';
import { operations } from './index.js';

/** A parameter of a path, and the segments in its place that belong to other endpoints: `reservations` after `/orders/`. */
interface Parameter {
  readonly name: string;
  readonly otherEndpoints: readonly string[];
}

/** Of the paths that every call takes: they are read once. */
const known = new Map<string, readonly Parameter[]>(operations.map(({ path }) => [path, parametersOf(path)]));

/** The path of a call: the template with every parameter encoded into its place. */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Finds the path parameters that could call another endpoint than the template's, or none. */
export function checkParams(template: string, params: Readonly<Record<string, unknown>>): Issue[] {
  const parameters = known.get(template) ?? parametersOf(template);
  return parameters.flatMap((parameter) => {
    const problem = problemOf(params[parameter.name], parameter);
    return problem ? [{ path: parameter.name, message: problem }] : [];
  });
}

function parametersOf(template: string): Parameter[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => ({
    name,
    otherEndpoints: fixedSegments(template.slice(0, index)),
  }));
}

function problemOf(id: unknown, { otherEndpoints }: Parameter): string | undefined {
  if (typeof id !== 'string' || id.trim() === '') return 'must be a non-empty string';
  if (/^(?:\.|%2e){1,2}$/i.test(id.trim())) return 'must not be a dot segment';
  if (otherEndpoints.includes(id.trim().toLowerCase())) return 'names another endpoint, not an entity';
  if (!id.isWellFormed()) return 'must be well-formed text';
  return undefined;
}

function fixedSegments(prefix: string): string[] {
  return operations
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path }) => path.slice(prefix.length).split('/')[0] ?? '')
    .filter((segment) => segment !== '' && !segment.startsWith('{'));
}
