import { subscribe } from 'node:diagnostics_channel';
import type { FakeResponse } from '../../../src/fake/service/responses.js';
import { violationsOf } from './violations.js';

const found = new Set<string>();

// Test files of a thread share this module, so it subscribes once.
subscribe('outlet-open-api:fake:response', (message) => {
  const response = message as FakeResponse;
  const { method, path = 'a URL outside of the API', status } = response;
  for (const violation of violationsOf(response)) found.add(`${method} ${path}, ${status}: ${violation}`);
});

/** Throws if a fake has sent a response that docs/openapi.json does not allow, since the last call. */
export function requireDocumented(): void {
  const violations = [...found];
  found.clear();
  if (violations.length === 0) return;
  throw new Error(`docs/openapi.json does not allow responses of the fake:\n${violations.join('\n')}`);
}
