import { operations } from '../operations/index.js';
import type { Endpoint } from './endpoint.js';

/** Segments of the paths that the specification names, also of those that no method calls. */
const knownSegments = new Set([
  ...operations.flatMap(({ path }) => path.split('/')),
  'outlet',
  'products',
  'suppliers',
]);

const hidden = '{…}';

/**
 * The path of an endpoint as errors, hooks and log lines show it. A path of the caller's own can hold anything, a guest's name
 * too; only where it names its parameters in braces is the rest of it taken for names.
 */
export function shownPath({ path, answer }: Endpoint): string {
  if (answer !== 'anything' || typeof path !== 'string') return String(path);
  const isTemplate = path.includes('{');
  const isShown = (segment: string) =>
    knownSegments.has(segment) || (isTemplate && /^(?:\{\w+\}|[a-z]+(?:-[a-z]+)*)$/.test(segment));
  return path
    .split('/')
    .map((segment) => (isShown(segment) ? segment : hidden))
    .join('/');
}

/** What stands in the path of an endpoint and is not shown. */
export function hiddenSegments(endpoint: Endpoint): string[] {
  const shown = shownPath(endpoint).split('/');
  return endpoint.path
    .split('/')
    .filter((_, index) => shown[index] === hidden)
    .map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
