// A function URL in front of the handler, as AWS has it: a request becomes an event of payload version 2.0. Bodies that are no text
// come in base64, and with the argument `base64` all do.
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { LambdaFunctionURLEvent } from 'aws-lambda';
import { handler } from '../../lambda/handler.js';

const inBase64 = process.argv[2] === 'base64';

createServer(async (incoming, outgoing) => {
  const result = await handler(eventOf(incoming, await buffer(incoming)));
  if (typeof result === 'string') throw new TypeError('The handler gave no status');
  for (const [name, value] of Object.entries(result.headers ?? {})) outgoing.setHeader(name, String(value));
  outgoing.writeHead(result.statusCode ?? 200).end(result.body);
}).listen(Number(process.env.PORT));

function eventOf(
  { method = 'GET', url = '/', headers, socket }: IncomingMessage,
  body: Buffer,
): LambdaFunctionURLEvent {
  const { pathname, search } = new URL(url, 'https://localhost');
  const domainName = 'abcdefghijklmnopqrstuvwxyz012345.lambda-url.eu-central-1.on.aws';
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'abcdefghijklmnopqrstuvwxyz012345',
      domainName,
      domainPrefix: 'abcdefghijklmnopqrstuvwxyz012345',
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
