import {
  createDefaultHttpClient,
  createHttpHeaders,
  createPipelineFromOptions,
  createPipelineRequest,
} from '@azure/core-rest-pipeline';
import type { Access, BenchClient } from '../client.js';

export function open({ baseUrl, token }: Access): BenchClient {
  const pipeline = createPipelineFromOptions({});
  const http = createDefaultHttpClient();
  return {
    async get(id) {
      const request = createPipelineRequest({
        url: `${baseUrl}/api/v1/orders/${id}`,
        headers: createHttpHeaders({ authorization: `Bearer ${token}` }),
        allowInsecureConnection: true,
      });
      const { status, bodyAsText } = await pipeline.sendRequest(http, request);
      if (status >= 400) throw new Error(`Got status ${status}`);
      return JSON.parse(bodyAsText ?? '');
    },
    close: () => {},
  };
}
