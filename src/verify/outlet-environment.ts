import type { UseCase } from '../entities/use-case.js';
import type { FakeKey, FakeOutlet } from '../testing/index.js';
import { filledIn, perform } from './calls.js';
import type { Environment } from './environment.js';
import type { BackendSettings, JobOptions } from './settings.js';
import type { CallEntry, Timeline } from './timeline.js';
import { CommandFailedError, fromConfig, VerificationError } from './verification-error.js';

/** What an outlet does not share with other outlets of the backend. */
export interface OutletEnvironment
  extends Pick<
    Environment,
    | 'fake'
    | 'outletRef'
    | 'at'
    | 'firstOrderIds'
    | 'settings'
    | 'key'
    | 'perform'
    | 'newReference'
    | 'webhookUrlWith'
  > {
  /** How many references are taken. */
  referencesSoFar(): number;
  /** Lets the outlet use another key from now on. */
  useKey(key: FakeKey): void;
}

/** The settings but those of an outlet. */
export type CommonSettings = Omit<BackendSettings, 'token' | 'outletRef'>;

/** What all outlets of the backend share. */
interface Shared {
  readonly verification: JobOptions;
  readonly keyUseCase: UseCase;
  readonly timeline: Timeline;
  readonly environmentId: string;
  commonSettings(): CommonSettings;
}

/**
 * @param at - what to add to a line of the timeline about the outlet, such as ` at cafe`
 * @param references - how many references are taken
 */
export function createOutletEnvironment(
  { verification, keyUseCase, timeline, environmentId, commonSettings }: Shared,
  fake: FakeOutlet,
  outletRef: string,
  at = '',
  references = 0,
): OutletEnvironment {
  const { webhookUrl, actionTimeout = 120_000 } = verification;
  let key = fake.key(keyUseCase);
  let last = references;
  const settings = (): BackendSettings => ({ ...commonSettings(), token: key.token, outletRef });
  return {
    fake,
    outletRef,
    at,
    firstOrderIds: new Set(fake.orders.all().map(({ id }) => id)),
    settings,
    key: () => key,
    useKey(other) {
      key = other;
    },
    async perform(name, action, argument, to = settings().port) {
      const known = Object.entries(argument).filter(([, value]) => value !== undefined);
      const values = known.map(([field, value]) => `${field} ${textOf(value)}`);
      const text = [`${name}${at}`, ...values].join(' ');
      const entry = timeline.add<CallEntry>({ kind: 'call', at: Date.now(), text, reply: undefined });
      try {
        const reply = await perform(action, argument, { ...settings(), port: to }, actionTimeout);
        entry.reply = String(reply.status);
        return reply;
      } catch (error) {
        if (error instanceof CommandFailedError) entry.reply = error.summary;
        else if (timeline.since(entry.at, 'note').some(({ isKill }) => isKill))
          entry.reply = 'no response, because the command killed the backend';
        else entry.reply = error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
    referencesSoFar: () => last,
    newReference() {
      last += 1;
      return `V-${environmentId}-${last}`;
    },
    webhookUrlWith(secret) {
      if (webhookUrl === undefined) throw new VerificationError('webhookUrl is missing.');
      const values = { ...settings(), secret };
      return typeof webhookUrl === 'function'
        ? fromConfig('webhookUrl', () => webhookUrl(values))
        : filledIn(webhookUrl, values);
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
