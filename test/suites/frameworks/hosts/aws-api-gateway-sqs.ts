// Emulates API Gateway in front of the receiver, and an SQS queue that passes each message to the queue of the test.
import { createServer } from 'node:http';
import { sendResult, toHttpEvent } from './http-event.js';
import { openSqs } from './sqs.js';

const queueUrl = process.env.QUEUE_URL ?? '';

async function loadHandler() {
  const sqs = await openSqs(async (body) => (await fetch(queueUrl, { method: 'POST', body })).ok);
  Object.assign(process.env, sqs.environment);
  return import('../copies/sqs/lambda.js');
}

// The test gets the port of the first server that listens.
createServer(async (incoming, outgoing) => {
  const { handler } = await loading;
  sendResult(outgoing, await handler(await toHttpEvent(incoming)));
}).listen(Number(process.env.PORT));
const loading = loadHandler();
