// Emulates a function URL. With the argument `base64`, all bodies are encoded, as Lambda encodes binary ones.
import { createServer } from 'node:http';
import { handler } from '../copies/lambda/lambda.js';
import { sendResult, toHttpEvent } from './http-event.js';

const inBase64 = process.argv[2] === 'base64';

createServer(async (incoming, outgoing) => {
  sendResult(outgoing, await handler(await toHttpEvent(incoming, inBase64)));
}).listen(Number(process.env.PORT));
