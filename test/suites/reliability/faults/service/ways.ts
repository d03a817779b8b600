import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Exchange, Reply } from './exchange.js';

/** How a response reaches the client, or fails to. If the request was performed, it is the real response. */
export type Way = (exchange: Exchange, reply: Reply) => void;

const json = 'application/json';

/** The response as it is. */
export const delivered: Way = ({ response }, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

export const deliveredLate =
  (milliseconds: number): Way =>
  (exchange, reply) => {
    const timer = setTimeout(() => delivered(exchange, reply), milliseconds);
    exchange.socket.once('close', () => clearTimeout(timer));
  };

/** The socket is closed without notice in the headers, so the next request may already be in flight. */
export const deliveredAndClosed: Way = (exchange, reply) => {
  exchange.response.once('finish', () => exchange.socket.end());
  delivered(exchange, reply);
};

export const reset: Way = ({ socket }) => {
  socket.resetAndDestroy();
};

export const closed: Way = ({ socket }) => {
  socket.end();
};

export const left: Way = ({ leave }) => leave();

export const hung: Way = () => {};

export const halfHead: Way = ({ socket }, { status }) => {
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: applic`, () => socket.destroy());
};

export const halfBody: Way = ({ response, socket }, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.write(halfOf(body), () => socket.destroy());
};

export const halfChunks: Way = ({ response, socket }, { status, headers, body }) => {
  response.writeHead(status, headers);
  response.write(halfOf(body), () => socket.destroy());
};

export const cutJson: Way = (exchange, reply) => delivered(exchange, { ...reply, body: halfOf(reply.body) });

export const emptyBody: Way = (exchange, reply) => delivered(exchange, { ...reply, body: '' });

/** JSON that is neither an entity nor a list. */
export const wrongJson: Way = (exchange, reply) => delivered(exchange, { ...reply, body: '"done"' });

export const gzipped: Way = (exchange, reply) => sendGzip(exchange, reply, gzipSync(reply.body));

export const cutGzip: Way = (exchange, reply) => {
  const bytes = gzipSync(reply.body);
  sendGzip(exchange, reply, bytes.subarray(0, bytes.length / 2));
};

export const corruptGzip: Way = (exchange, reply) => {
  const bytes = gzipSync(reply.body);
  bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 4);
  sendGzip(exchange, reply, bytes);
};

export const endless: Way = ({ response, socket }, { status, headers }) => {
  response.writeHead(status, headers).write('{"id":"');
  const timer = setInterval(() => response.write('0123456789'.repeat(100)), 10);
  socket.once('close', () => clearInterval(timer));
};

export const dripped: Way = ({ response, socket }, { status, headers, body }) => {
  response.writeHead(status, headers);
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    response.write(body.slice(sent - 1, sent));
  }, 1_000);
  socket.once('close', () => clearInterval(timer));
};

/** The page of a proxy. */
export const html =
  (status: number): Way =>
  (exchange) =>
    delivered(exchange, {
      status,
      headers: { 'content-type': 'text/html' },
      body: `<html><body><h1>${status} ${STATUS_CODES[status]}</h1></body></html>`,
    });

export const failed =
  (status: number): Way =>
  (exchange) => {
    const body = JSON.stringify({ code: status, message: STATUS_CODES[status] });
    delivered(exchange, { status, headers: { 'content-type': json }, body });
  };

export const tooMany: Way = (exchange) => {
  const body = JSON.stringify({ code: 429, message: 'Too many requests', retryAfter: 1 });
  delivered(exchange, { status: 429, headers: { 'content-type': json }, body });
};

export const tooManyWithoutBody: Way = (exchange) =>
  delivered(exchange, { status: 429, headers: {}, body: '' });

export const redirected =
  (status: number): Way =>
  (exchange) =>
    delivered(exchange, { status, headers: { location: exchange.elsewhere }, body: '' });

function sendGzip({ response }: Exchange, { status, headers }: Reply, bytes: Buffer): void {
  response
    .writeHead(status, { ...headers, 'content-encoding': 'gzip', 'content-length': bytes.length })
    .end(bytes);
}

function halfOf(text: string): string {
  return text.slice(0, text.length / 2);
}
