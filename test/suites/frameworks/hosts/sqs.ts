import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An emulated SQS queue. */
interface Sqs {
  /** The environment in which the AWS SDK uses the queue. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/** Opens a queue. It rejects a message if `store` returns `false`. */
export async function openSqs(store: (body: string) => boolean | Promise<boolean>): Promise<Sqs> {
  const server = createServer(async (request, response) => {
    const { MessageBody } = (await json(request)) as { MessageBody: string };
    if (!(await store(MessageBody))) {
      // A status that the AWS SDK does not retry.
      response.writeHead(400).end('{"__type":"com.amazonaws.sqs#InvalidMessageContents"}');
      return;
    }
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify({ MessageId: randomUUID(), MD5OfMessageBody }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    environment: {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_SQS: url,
      QUEUE_URL: `${url}/123456789012/events`,
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
