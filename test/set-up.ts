// Vitest runs this file before each test file.
import { afterAll, afterEach, vi } from 'vitest';
import { requireDocumented } from './documented/responses.js';

// Test files share threads, so nothing that a test replaces may outlive it.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

// A test fails if a fake responds to it with something that docs/openapi.json excludes.
afterEach(requireDocumented);
// Requests of `afterAll` hooks, and requests without an owner that are still running after the last test.
afterAll(requireDocumented);
