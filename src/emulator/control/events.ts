import { type Topic, topics } from '../contract/index.js';

/** The streams of changes that dashboards listen to, as server-sent events. */
export interface Events {
  changed(topic: Topic): void;
  /** Opens a stream. Its first message names all topics, so that a dashboard that reconnects misses nothing. */
  open(): Response;
  /** Ends all streams. */
  close(): void;
}

/** Minimum time between two messages of a stream. */
const interval = 250;
/** Time between two comments that keep a stream open. */
const heartbeat = 15_000;

interface Listener {
  changed(topic: Topic): void;
  end(): void;
}

export function createEvents(): Events {
  const listeners = new Set<Listener>();

  return {
    changed(topic) {
      for (const listener of listeners) listener.changed(topic);
    },
    open() {
      let listener: Listener | undefined;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          listener = createListener(controller);
          listeners.add(listener);
        },
        cancel() {
          if (!listener) return;
          listeners.delete(listener);
          listener.end();
        },
      });
      return new Response(stream, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
      });
    },
    close() {
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}

function createListener(controller: ReadableStreamDefaultController<Uint8Array>): Listener {
  const encoder = new TextEncoder();
  const pending = new Set<Topic>(topics);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    if (pending.size === 0) return;
    // A dashboard that does not read now gets one message later.
    if ((controller.desiredSize ?? 0) > 0) {
      controller.enqueue(encoder.encode(`event: change\ndata: ${JSON.stringify([...pending])}\n\n`));
      pending.clear();
    }
    timer = setTimeout(send, interval);
  }

  const beat = setInterval(() => {
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': open\n\n'));
  }, heartbeat);
  send();

  return {
    changed(topic) {
      pending.add(topic);
      if (timer === undefined) send();
    },
    end() {
      clearTimeout(timer);
      clearInterval(beat);
      try {
        controller.close();
      } catch {
        // The dashboard has closed the stream.
      }
    },
  };
}
