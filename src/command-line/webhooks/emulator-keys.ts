import { sleep } from '../../cancellation.js';
import { connectionProblem } from '../../emulator/connection-problem.js';
import type { ControlError } from '../../emulator/contract/index.js';
import type { KeyView } from '../../emulator/contract/keys.js';
import { printable } from '../../errors/issue.js';
import { CommandError } from '../console.js';

const timeout = 5_000;
const reconnectDelay = 1_000;

/** The webhook URLs of the default keys of an emulator. */
export interface EmulatorKeys {
  /** Sets the URLs, and returns the labels of the keys. @throws CommandError if the URL is not that of an emulator */
  set(): Promise<string[]>;
  /** Puts the old URLs back, except those that were changed meanwhile. @throws CommandError if the emulator does not respond */
  restore(): Promise<void>;
  /** Resolves when the emulator has stopped, or the signal aborts. */
  untilStopped(signal: AbortSignal): Promise<void>;
  /** Sets the URLs as soon as the emulator responds. Rejects if the signal aborts. */
  setAgain(signal: AbortSignal): Promise<void>;
}

/** Each key gets a path of its own below the receiver's URL, which says to whom a delivery belongs. */
export function createEmulatorKeys({ origin }: URL, receiver: string): EmulatorKeys {
  const api = `${origin}/control/v1`;
  const keysPath = '/outlets/default/keys';
  /** The URLs before `set`, by the ID of the key. */
  const oldUrls = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    try {
      const signal = AbortSignal.timeout(timeout);
      return await fetch(`${api}${path}`, { headers, redirect: 'manual', signal, ...init });
    } catch (cause) {
      throw new CommandError(connectionProblem(cause, new URL(origin)), { cause });
    }
  }

  async function defaultKeys(): Promise<KeyView[]> {
    const response = await send(keysPath);
    const keys: KeyView[] | ControlError | undefined = await response.json().catch(() => undefined);
    // Only the default keys have a token here.
    if (Array.isArray(keys)) return keys.filter(({ token }) => token !== undefined);
    if (response.status === 403 && keys) throw new CommandError(keys.message);
    throw new CommandError(
      `${origin} is not an emulator: GET /control/v1${keysPath} responded with ${response.status}. Pass the URL that the command emulator prints.`,
    );
  }

  async function change({ id }: KeyView, webhookUrl: string): Promise<void> {
    await send(`${keysPath}/${id}`, { method: 'PATCH', body: JSON.stringify({ webhookUrl }) });
  }

  const ownUrl = ({ useCase }: KeyView) => `${receiver}/${useCase}`;

  async function set(): Promise<string[]> {
    const keys = await defaultKeys();
    for (const key of keys) {
      const isSet = key.webhookUrl === ownUrl(key);
      // A URL that is already set is from a run that was killed. Its own URL is not worth restoring.
      if (!isSet) oldUrls.set(key.id, key.webhookUrl);
      if (!isSet) await change(key, ownUrl(key));
    }
    return keys.map(({ label }) => printable(label));
  }

  return {
    set,
    async restore() {
      for (const key of await defaultKeys()) {
        if (key.webhookUrl === ownUrl(key)) await change(key, oldUrls.get(key.id) ?? '');
      }
    },
    async untilStopped(signal) {
      try {
        const { body } = await send('/events', { signal });
        for await (const _ of body ?? []);
      } catch {
        // The connection broke, or the signal aborted.
      }
    },
    async setAgain(signal) {
      while (!(await set().catch(() => undefined))) await sleep(reconnectDelay, signal);
    },
  };
}
