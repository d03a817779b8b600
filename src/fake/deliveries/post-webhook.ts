import { untilAborted } from '../../cancellation.js';
import type { Delivery, WebhookPayload } from './delivery.js';

/** Delivers a webhook, like the global `fetch`. The `request` of a Hono app fits as well. */
export type WebhookFetch = (url: string, init: RequestInit) => Response | Promise<Response>;

/** What a receiver responded. */
type Outcome = Pick<Delivery, 'status' | 'responseBody' | 'error'>;

/** The headers of each webhook. */
export const webhookHeaders = { 'content-type': 'application/json' };

const maxBodyCharacters = 1_000;

/** Sends a payload once. Aborts `ending` if the response takes longer than `timeout`. */
export async function postWebhook(
  fetch: WebhookFetch,
  url: string,
  payload: WebhookPayload,
  timeout: number,
  ending: AbortController,
): Promise<Outcome> {
  const { signal } = ending;
  const onTimeout = () => ending.abort(new DOMException('The delivery timed out', 'TimeoutError'));
  // Use real time here, because running deliveries must not time out when the clock is advanced. Node.js can lose the abort of
  // combined signals, so there is only one.
  const timer = setTimeout(onTimeout, timeout);
  const request: RequestInit = {
    method: 'POST',
    headers: webhookHeaders,
    body: JSON.stringify(payload),
    redirect: 'manual',
    signal,
  };
  try {
    const response = await untilAborted(Promise.resolve(fetch(url, request)), signal);
    return { status: response.status, responseBody: await startOf(response, signal), error: undefined };
  } catch (error) {
    return { status: null, responseBody: '', error };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the start of a body, as far as it arrives in time. The body cannot fail a delivery, because only the status acknowledges. */
async function startOf(response: Response, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let text = '';
  try {
    reader = response.body?.getReader();
    while (reader && text.length < maxBodyCharacters) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The body broke, timed out, or was read by `webhookFetch`.
  }
  // An unread body would keep its connection open.
  reader?.cancel().catch(() => {});
  return text.slice(0, maxBodyCharacters);
}
