import type { FrozenRequest } from './freeze-request.js';
import { hiddenSegments } from './shown-path.js';
import type { Taken } from './take-input.js';

/**
 * What a request carried of the caller's, as it was sent. What the caller gave can have changed since, and can write itself as
 * something else than it looks like.
 */
export function carriedBy(
  { url, headers, body }: FrozenRequest,
  { endpoint, input, options }: Taken,
): unknown[] {
  const { searchParams } = new URL(url);
  return [
    Object.fromEntries(Object.entries(input.params).filter(([, value]) => typeof value === 'string')),
    Object.fromEntries([...searchParams].map(([name, text]) => [name, [text, ...text.split(',')]])),
    Object.fromEntries(Object.keys(options.headers).map((name) => [name, headers[name.toLowerCase()]])),
    body && JSON.parse(new TextDecoder().decode(body)),
    hiddenSegments(endpoint),
  ];
}
