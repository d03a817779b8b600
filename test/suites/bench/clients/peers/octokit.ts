import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { Access, BenchClient } from '../client.js';

/** In the order of the `octokit` package: the reverse order gets more 429s and loses calls. */
const OctokitWithPlugins = Octokit.plugin(retry, throttling);
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The plugin requires both handlers. These are from its README. Only `id` separates the keys of one process. */
export function open({ baseUrl, token }: Access): BenchClient {
  const octokit = new OctokitWithPlugins({
    auth: token,
    baseUrl,
    log: silent,
    throttle: {
      id: token,
      onRateLimit: (_retryAfter, _options, _octokit, retryCount) => retryCount < 1,
      onSecondaryRateLimit: () => {},
    },
  });
  return {
    get: (id) => octokit.request('GET /api/v1/orders/{id}', { id }),
    close: () => {},
  };
}
