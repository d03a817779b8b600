import { LogLevel, WebClient } from '@slack/web-api';
import type { Access, BenchClient } from '../client.js';

/** A client of procedures: it sends every call by POST. */
export function open({ baseUrl, token }: Access): BenchClient {
  const slack = new WebClient(token, { slackApiUrl: `${baseUrl}/api/v1/`, logLevel: LogLevel.ERROR });
  return {
    get: (id) => slack.apiCall(`orders/${id}`),
    close: () => {},
  };
}
