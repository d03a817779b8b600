import Anthropic from '@anthropic-ai/sdk';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  const client = new Anthropic({ apiKey: token, baseURL: `${baseUrl}/api/v1` });
  return {
    get: (id) => client.get(`/orders/${id}`),
    close: () => {},
  };
}
