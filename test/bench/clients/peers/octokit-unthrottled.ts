import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import type { Access, BenchClient } from '../client.js';
import { silent } from './octokit.js';

const OctokitWithRetry = Octokit.plugin(retry);

export function open({ baseUrl, token }: Access): BenchClient {
  const octokit = new OctokitWithRetry({ auth: token, baseUrl, log: silent });
  return {
    get: (id) => octokit.request('GET /api/v1/orders/{id}', { id }),
    close: () => {},
  };
}
