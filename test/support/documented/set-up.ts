// Vitest runs this file before each test file. A test fails if a fake responds to it with something that docs/openapi.json excludes.
import { afterAll, afterEach } from 'vitest';
import { requireDocumented } from './responses.js';

afterEach(requireDocumented);
// Requests of `afterAll` hooks, and requests without an owner that are still running after the last test.
afterAll(requireDocumented);
