import { isRecord } from '../json.js';
import type { FakeOutlet, RecordedRequest } from '../testing/index.js';

/** The most lines about a case that are shown, and of the output: half of them from the beginning. */
const maxLines = 40;

/** The most characters of a printed line that are shown. Node.js prints the line of an error, which can be a whole minified file. */
const maxCharacters = 500;

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
  /** The outlet in words, such as ` at cafe`; empty for the first one. */
  readonly outlet: string;
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
  /** What a timeline about this order also shows. */
  readonly details?: string | undefined;
  /** Whether the suite killed the backend. */
  readonly isKill?: boolean;
}

/** A line that the backend printed. */
export interface OutputEntry {
  readonly kind: 'output';
  readonly at: number;
  readonly text: string;
  /** Whether a timeline leaves it out. Default: `false`. */
  isHidden?: boolean;
}

export type Entry = WebhookEntry | CallEntry | NoteEntry | OutputEntry;

/** A page of a list. */
interface Page {
  readonly records: number;
  readonly hasNext: boolean;
}

/** What happened, oldest first. Requests to the API are those of the fake. */
export class Timeline {
  readonly entries: Entry[] = [];
  /** The tokens and webhook URLs of added outlets, each with what a line says about its outlet, such as ` at cafe`. */
  readonly outlets = new Map<string, string>();
  /** The pages of lists that the API returned. */
  readonly pages = new WeakMap<RecordedRequest, Page>();
  /** Why the API rejected requests. */
  readonly reasons = new WeakMap<RecordedRequest, string>();

  /** Adds an entry, and returns it. */
  add<E extends Entry>(entry: E): E {
    this.entries.push(entry);
    return entry;
  }

  /** Adds what the suite does now. */
  note(text: string, orderId?: string, details?: string): void {
    this.add({ kind: 'note', at: Date.now(), text, orderId, details });
  }

  /**
   * Adds what a line says about a response that the fake has just returned: the records of a page, or why it rejects the request.
   * @param requests - the recorded requests, including that of the response
   * @param response - a message of the diagnostics channel `fake:response`
   */
  addResponse(requests: readonly RecordedRequest[], response: unknown): void {
    if (!isRecord(response) || !isRecord(response.body)) return;
    const { method, path, query, status, body } = response;
    const [request, other] = requests.filter(
      (candidate) =>
        candidate.status === null &&
        candidate.method === method &&
        candidate.path === path &&
        new URLSearchParams(candidate.query).toString() === lastValues(query),
    );
    // It can be the response to another request that is still running.
    if (!request || other) return;
    if (Array.isArray(body.data)) {
      const hasNext = body.next !== undefined && body.next !== null;
      this.pages.set(request, { records: body.data.length, hasNext });
    }
    if (typeof status === 'number' && status >= 400 && status < 429)
      this.reasons.set(request, reasonIn(body));
  }

  /** Returns the entries of a kind since a time. */
  since<K extends Entry['kind']>(began: number, kind: K): readonly Extract<Entry, { kind: K }>[] {
    return this.entries.filter(
      (entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind && entry.at >= began,
    );
  }
}

/** Returns a query in which no name is repeated, as that of a recorded request. */
function lastValues(query: unknown): string {
  const values = new URLSearchParams(typeof query === 'string' ? query : '');
  return new URLSearchParams(Object.fromEntries(values)).toString();
}

/** A line of a timeline that a person reads. */
export interface TimelineLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `suite` is what the suite did as guest, staff, stranger or operator, and `api` a request of the backend. */
  readonly by: 'suite' | 'api' | 'webhook' | 'output';
  readonly text: string;
}

/**
 * Returns what happened since a time, oldest first: what the suite did, lists, and the requests, webhooks and calls that contain one of
 * the texts. Without texts, it returns all of them. Adds what the backend printed in the same seconds.
 */
export function linesAbout(
  timeline: Timeline,
  { requests }: FakeOutlet,
  began: number,
  texts?: readonly string[],
): readonly TimelineLine[] {
  const isAbout = (content: string) => !texts || texts.some((text) => content.includes(text));
  const recent = timeline.entries.filter(({ at }) => at >= began);
  const lines: TimelineLine[] = requestLines(
    timeline,
    requests.filter(
      ({ at, method, path, body }) =>
        Date.parse(at) >= began && (isList(method, path) || isAbout(`${path} ${body}`)),
    ),
  );
  for (const entry of recent) {
    const { at } = entry;
    if (entry.kind === 'note' && (!entry.orderId || isAbout(entry.orderId)))
      lines.push({
        at,
        by: 'suite',
        text: texts && entry.details ? `${entry.text}: ${entry.details}` : entry.text,
      });
    if (entry.kind === 'call' && (isAbout(`${entry.text} `) || isJob(entry)))
      lines.push({ at, by: 'suite', text: `${entry.text} → ${entry.reply ?? 'no reply'}` });
    if (entry.kind === 'webhook' && isAbout(entry.body)) lines.push(webhookLine(entry));
  }
  const seconds = new Set(lines.map(({ at }) => Math.floor(at / 1_000)));
  const output = timeline
    .since(began, 'output')
    .filter(({ at, isHidden }) => !isHidden && seconds.has(Math.floor(at / 1_000)))
    .map(({ at, text }): TimelineLine => ({ at, by: 'output', text: shownText(text) }));
  return [...shortened(lines), ...shortened(output)].sort((one, other) => one.at - other.at);
}

/** Whether a call is about all records, and not a call of a guest, which has the reference of its order or reservation. */
export function isJob({ text }: CallEntry): boolean {
  return !/ (?:reference|reservationId) /.test(text);
}

/** Returns a printed line, or its beginning. */
export function shownText(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

/** Returns the first and the last lines, oldest first. */
function shortened(lines: readonly TimelineLine[]): readonly TimelineLine[] {
  const sorted = lines.toSorted((one, other) => one.at - other.at);
  const omitted = sorted.length - maxLines;
  if (omitted <= 0) return sorted;
  const [first, last] = [sorted.slice(0, maxLines / 2), sorted.slice(-maxLines / 2)];
  const { at = 0, by = 'suite' } = first.at(-1) ?? {};
  return [...first, { at, by, text: `… ${omitted} lines are omitted …` }, ...last];
}

/** Returns the time of a line, such as `18:59:21.021`. */
export function timeText(at: number): string {
  return `${new Date(at).toTimeString().slice(0, 8)}.${String(at % 1_000).padStart(3, '0')}`;
}

/** The list can contain any record, or should have. */
function isList(method: string, path: string): boolean {
  return method === 'GET' && ['/orders', '/inventory/goods-receipts'].includes(path);
}

/** Successive pages of a list are one line. */
function requestLines(
  { pages, reasons, outlets }: Timeline,
  requests: readonly RecordedRequest[],
): TimelineLine[] {
  const lines: TimelineLine[] = [];
  let list: { readonly at: number; readonly start: string; readonly pages: Page[] } | undefined;
  const endList = () => {
    if (!list) return;
    const { at, start, pages } = list;
    const records = pages.reduce((sum, page) => sum + page.records, 0);
    const next = pages.at(-1)?.hasNext ? 'another page follows' : 'next is null';
    const count = pages.length === 1 ? '1 page' : `${pages.length} pages`;
    lines.push({ at, by: 'api', text: `${start} → 200 (${count}, ${records} records, ${next})` });
    list = undefined;
  };
  for (const request of requests) {
    const at = Date.parse(request.at);
    const page = request.status === 200 && !request.fault ? pages.get(request) : undefined;
    const { cursor, ...query } = request.query;
    const token = request.headers.authorization?.split(' ').at(-1) ?? '';
    const outlet = outlets.get(token) ?? '';
    const start = `${startText(request, query)}${outlet}`;
    if (list && (!page || list.start !== start || cursor === undefined)) endList();
    if (!page) {
      const { status, fault } = request;
      const text = [
        `${startText(request)}${outlet}`,
        `→ ${status ?? 'no response'}`,
        fault && `[${fault}]`,
        reasons.get(request),
      ];
      lines.push({ at, by: 'api', text: text.filter(Boolean).join(' ') });
    } else if (list) list.pages.push(page);
    else list = { at, start, pages: [page] };
  }
  endList();
  return lines;
}

function startText(
  { method, path, query, headers }: RecordedRequest,
  shown: Readonly<Record<string, string>> = { ...query, ...(query.cursor && { cursor: '…' }) },
): string {
  const parameters = Object.entries(shown).map((pair) => pair.join('='));
  const key = headers['idempotency-key'];
  const url = `${method} ${path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`;
  return key ? `${url} (idempotency key ${key.slice(0, 8)}…)` : url;
}

function webhookLine({ at, event, orderId, outlet, forgedWith, status }: WebhookEntry): TimelineLine {
  const words = [
    forgedWith === undefined ? 'webhook' : 'forged webhook',
    event,
    `${orderId ?? ''}${outlet}`,
    forgedWith && `with ${forgedWith}`,
    `→ ${status ?? 'no response'}`,
  ];
  const by = forgedWith === undefined ? 'webhook' : 'suite';
  return { at, by, text: words.filter(Boolean).join(' ') };
}

/** Returns the messages of an error body, such as `items.0.menuItemId: is not on the menu`. */
function reasonIn({ message, errors }: Record<string, unknown>): string {
  const found = (Array.isArray(errors) ? errors : [])
    .filter(isRecord)
    .map((error) => [error.field, error.message].filter(Boolean).join(': '));
  return `(${found.length > 0 ? found.join('; ') : String(message)})`;
}
