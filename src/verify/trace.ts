import { attemptsOf, requestsOf, type ScenarioRun } from './environment.js';

const maxLines = 20;

interface Entry {
  readonly at: number;
  readonly text: string;
}

/** Returns lines about the lists, and the requests and deliveries that contain one of the texts, oldest first. Without texts, about all. */
export function traceOf(run: ScenarioRun, texts: readonly string[] = []): readonly string[] {
  const isWanted = (content: string) => texts.length === 0 || texts.some((text) => content.includes(text));
  const requests = requestsOf(run)
    .filter(({ method, path, body }) => isList(method, path) || isWanted(`${path} ${body}`))
    .map(({ at, method, path, query, headers, status, fault }): Entry => {
      const parameters = Object.entries({ ...query, ...(query.cursor && { cursor: '…' }) });
      const key = headers['idempotency-key'];
      const words = [
        `${method} ${path}${parameters.length > 0 ? '?' : ''}${parameters.map((pair) => pair.join('=')).join('&')}`,
        key && `(idempotency key ${key.slice(0, 8)}…)`,
        `→ ${status ?? 'no response'}`,
        fault && `[${fault}]`,
      ];
      return { at: Date.parse(at), text: words.filter(Boolean).join(' ') };
    });
  const deliveries = attemptsOf(run)
    .filter(({ body }) => isWanted(body))
    .map(({ at, event, orderId, status }): Entry => {
      const text = `webhook ${event} ${orderId ?? ''} → ${status ?? 'no response'}`;
      return { at, text };
    });
  const entries = [...requests, ...deliveries].sort((one, other) => one.at - other.at);
  const lines = entries.map(
    ({ at, text }) =>
      `${new Date(at).toTimeString().slice(0, 8)}.${String(at % 1_000).padStart(3, '0')} ${text}`,
  );
  if (lines.length === 0) return ['No request and no webhook names it.'];
  const omitted = lines.length - maxLines;
  return omitted > 0 ? [`${omitted} earlier lines are omitted.`, ...lines.slice(-maxLines)] : lines;
}

/** The list can contain any order, or should have. */
function isList(method: string, path: string): boolean {
  return method === 'GET' && path === '/orders';
}
