import OpenAI from 'openai';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  const client = new OpenAI({ apiKey: token, baseURL: `${baseUrl}/api/v1` });
  return {
    get: (id) => client.get(`/orders/${id}`),
    close: () => {},
  };
}
