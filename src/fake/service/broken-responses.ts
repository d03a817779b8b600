/** The error with which `fetch` fails if a fault breaks the connection. */
export class BrokenConnectionError extends TypeError {
  constructor(message = 'fetch failed') {
    const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    super(message, { cause });
  }
}

/** The response of a proxy, without the headers of the service. */
export function badGateway(): Response {
  const page = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';
  return new Response(page, { status: 502, headers: { 'content-type': 'text/html' } });
}

/** The response of a gateway whose service is down, without the headers of the service. */
export function unavailable(): Response {
  return Response.json({ code: 503, message: 'Service unavailable' }, { status: 503 });
}

/** The first half of a body, then a broken connection. */
export function cutBody(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const [first] = halvesOf(text);
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(first),
      pull: (controller) => controller.error(new BrokenConnectionError('terminated')),
    },
    { highWaterMark: 0 },
  );
}

/** A body in two halves. Fails if the request is aborted. */
export function slowBody(
  text: string,
  delay: number,
  request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const [first, second] = halvesOf(text);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(first);
      const abandon = () => {
        clearTimeout(timer);
        controller.error(request.signal.reason);
      };
      timer = setTimeout(() => {
        request.signal.removeEventListener('abort', abandon);
        controller.enqueue(second);
        controller.close();
      }, delay);
      request.signal.addEventListener('abort', abandon, { once: true });
    },
    cancel: () => clearTimeout(timer),
  });
}

function halvesOf(text: string): [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] {
  const bytes = new TextEncoder().encode(text);
  const middle = Math.ceil(bytes.length / 2);
  return [bytes.slice(0, middle), bytes.slice(middle)];
}
