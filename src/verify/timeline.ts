import type { FakeOutlet, RecordedRequest } from '../testing/index.js';

/** The most lines of a timeline that are shown: half of them from its beginning. */
const maxLines = 40;

/** An attempt to deliver a webhook. */
export interface WebhookEntry {
  readonly kind: 'webhook';
  /** Milliseconds since the epoch, as in all entries. */
  readonly at: number;
  /** The JSON body. Retries and repeats have the same one. */
  readonly body: string;
  readonly event: string;
  /** The ID of the order, in events about an order. */
  readonly orderId: string | undefined;
  /** The wrong secret in words, if the suite sent the webhook as a stranger. */
  readonly forgedWith?: string;
  /** The status of the response; `undefined` if there was none in time. */
  status: number | undefined;
}

/** A call of the suite to the backend, such as that of a guest. */
export interface CallEntry {
  readonly kind: 'call';
  readonly at: number;
  /** The action with its argument. */
  readonly text: string;
  /** What the backend replied; `undefined` while it has not. */
  reply: string | undefined;
}

/** Something that the suite did to the backend or at the outlet. */
interface NoteEntry {
  readonly kind: 'note';
  readonly at: number;
  readonly text: string;
  /** The ID of an order, if it is about one. */
  readonly orderId?: string | undefined;
}

/** A line that the backend printed. */
interface OutputEntry {
  readonly kind: 'output';
  readonly at: number;
  readonly text: string;
}

export type Entry = WebhookEntry | CallEntry | NoteEntry | OutputEntry;

/** What happened, oldest first. Requests to the API are those of the fake. */
export class Timeline {
  readonly entries: Entry[] = [];

  /** Adds an entry, and returns it. */
  add<E extends Entry>(entry: E): E {
    this.entries.push(entry);
    return entry;
  }

  /** Adds what the suite does now. */
  note(text: string, orderId?: string): void {
    this.add({ kind: 'note', at: Date.now(), text, orderId });
  }

  /** Returns the entries of a kind since a time. */
  since<K extends Entry['kind']>(began: number, kind: K): readonly Extract<Entry, { kind: K }>[] {
    return this.entries.filter(
      (entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind && entry.at >= began,
    );
  }
}

interface Line {
  readonly at: number;
  readonly text: string;
}

/**
 * Returns what happened since a time, oldest first: what the suite did, lists, and the requests, webhooks and calls that contain one of
 * the texts. Adds what the backend printed in the same seconds. Default for the texts: everything counts.
 */
export function timelineText(
  { entries }: Timeline,
  { requests }: FakeOutlet,
  began: number,
  texts?: readonly string[],
): readonly string[] {
  const isAbout = (content: string) => !texts || texts.some((text) => content.includes(text));
  const recent = entries.filter(({ at }) => at >= began);
  const lines: Line[] = requests
    .filter(({ at, method, path, body }) => {
      return Date.parse(at) >= began && (isList(method, path) || isAbout(`${path} ${body}`));
    })
    .map((request) => ({ at: Date.parse(request.at), text: requestText(request) }));
  for (const entry of recent) {
    const { at } = entry;
    if (entry.kind === 'note' && (!entry.orderId || isAbout(entry.orderId)))
      lines.push({ at, text: `* ${entry.text}` });
    if (entry.kind === 'call' && isAbout(entry.text))
      lines.push({ at, text: `* ${entry.text} → ${entry.reply ?? 'no reply'}` });
    if (entry.kind === 'webhook' && isAbout(entry.body)) lines.push({ at, text: webhookText(entry) });
  }
  if (lines.length === 0) return ['No request and no webhook names it.'];
  const seconds = new Set(lines.map(({ at }) => Math.floor(at / 1_000)));
  for (const { kind, at, text } of recent.filter((entry) => entry.kind === 'output'))
    if (kind === 'output' && seconds.has(Math.floor(at / 1_000))) lines.push({ at, text: `| ${text}` });
  const sorted = lines
    .sort((one, other) => one.at - other.at)
    .map(({ at, text }) => `${timeText(at)} ${text}`);
  if (sorted.length <= maxLines) return sorted;
  const omitted = `… ${sorted.length - maxLines} lines are omitted …`;
  return [...sorted.slice(0, maxLines / 2), omitted, ...sorted.slice(-maxLines / 2)];
}

/** The list can contain any order, or should have. */
function isList(method: string, path: string): boolean {
  return method === 'GET' && path === '/orders';
}

function requestText({ method, path, query, headers, status, fault }: RecordedRequest): string {
  const parameters = Object.entries({ ...query, ...(query.cursor && { cursor: '…' }) });
  const key = headers['idempotency-key'];
  const words = [
    `${method} ${path}${parameters.length > 0 ? '?' : ''}${parameters.map((pair) => pair.join('=')).join('&')}`,
    key && `(idempotency key ${key.slice(0, 8)}…)`,
    `→ ${status ?? 'no response'}`,
    fault && `[${fault}]`,
  ];
  return words.filter(Boolean).join(' ');
}

function webhookText({ event, orderId, forgedWith, status }: WebhookEntry): string {
  const words = [
    forgedWith === undefined ? 'webhook' : '* forged webhook',
    event,
    orderId,
    forgedWith && `with ${forgedWith}`,
    `→ ${status ?? 'no response'}`,
  ];
  return words.filter(Boolean).join(' ');
}

function timeText(at: number): string {
  return `${new Date(at).toTimeString().slice(0, 8)}.${String(at % 1_000).padStart(3, '0')}`;
}
