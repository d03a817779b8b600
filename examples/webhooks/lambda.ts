import type { LambdaFunctionURLEvent, LambdaFunctionURLResult } from 'aws-lambda';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const handle = createHandler(process.env, enqueue);

/** Receives a delivery from a function URL, or from an HTTP API of API Gateway, whose events have the same shape. */
export async function handler(event: LambdaFunctionURLEvent): Promise<LambdaFunctionURLResult> {
  const { domainName, http } = event.requestContext;
  const url = `https://${domainName}${event.rawPath}?${event.rawQueryString}`;
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(event.headers)) headers.set(name, value);
  const request = new Request(url, { method: http.method, headers });
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const response = await handle(request, { clientIp: http.sourceIp, body });
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
