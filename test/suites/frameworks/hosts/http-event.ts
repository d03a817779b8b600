import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2, LambdaFunctionURLEvent } from 'aws-lambda';

const id = 'abcdefghijklmnopqrstuvwxyz012345';

/** Creates the event of payload version 2.0 that API Gateway and function URLs create for a request. */
export async function toHttpEvent(
  incoming: IncomingMessage,
  inBase64 = false,
): Promise<APIGatewayProxyEventV2 & LambdaFunctionURLEvent> {
  const { method = 'GET', url = '/', headers, socket } = incoming;
  const { pathname, search } = new URL(url, 'https://localhost');
  const body = await buffer(incoming);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    requestContext: {
      accountId: 'anonymous',
      apiId: id,
      domainName: `${id}.lambda-url.eu-central-1.on.aws`,
      domainPrefix: id,
      http: {
        method,
        path: pathname,
        protocol: 'HTTP/1.1',
        sourceIp: socket.remoteAddress ?? '',
        userAgent: '',
      },
      requestId: crypto.randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    ...(body.length > 0 && { body: body.toString(inBase64 ? 'base64' : 'utf8') }),
    isBase64Encoded: inBase64 && body.length > 0,
  };
}

/** Sends the result of a function as the response. */
export function sendResult(outgoing: ServerResponse, result: APIGatewayProxyResultV2): void {
  if (typeof result === 'string') throw new TypeError('The function returned no status');
  for (const [name, value] of Object.entries(result.headers ?? {})) outgoing.setHeader(name, String(value));
  outgoing.writeHead(result.statusCode ?? 200).end(result.body);
}
