import { validate as isUuid, version as uuidVersion } from 'uuid';
import type { Issue } from '../errors/issue.js';
import { shownKey } from '../errors/shown-key.js';
import { isSignal } from '../is-signal.js';
import type { Method } from './endpoint.js';
import type { CallOptions } from './options.js';

/** Holds the options of a call against what they can be. */
export function checkOptions(method: Method, options: CallOptions): Issue[] {
  return [
    ...checkSignal(options.signal),
    ...checkIdempotencyKey(method, options.idempotencyKey),
    ...checkTime('timeout', options.timeout),
    ...checkTime('deadline', options.deadline),
    ...checkRetries(options.maxRetries),
    ...checkPriority(options.priority),
    ...Object.entries(options.headers).flatMap(([name, value]) => checkHeader(name, value)),
  ];
}

function checkSignal(signal: unknown): Issue[] {
  const isRight = signal === undefined || isSignal(signal);
  return isRight ? [] : [{ path: 'signal', message: 'must be an AbortSignal' }];
}

function checkIdempotencyKey(method: string, key: unknown): Issue[] {
  const path = 'idempotencyKey';
  if (key === undefined) return [];
  if (method !== 'POST') return [{ path, message: `goes with POST only, and this is a ${method}` }];
  const isVersion4 = typeof key === 'string' && isUuid(key) && uuidVersion(key) === 4;
  return isVersion4 ? [] : [{ path, message: 'must be a UUID v4' }];
}

/** A time option: a positive number of milliseconds, or `Infinity`. */
export function checkTime(path: string, value: unknown): Issue[] {
  const isTime = value === undefined || (typeof value === 'number' && value > 0);
  return isTime ? [] : [{ path, message: 'must be a positive number of milliseconds, or Infinity' }];
}

/** How often a call may be tried again. */
export function checkRetries(value: unknown): Issue[] {
  const isCount = value === undefined || (Number.isInteger(value) && Number(value) >= 0);
  return isCount ? [] : [{ path: 'maxRetries', message: 'must be a whole number from 0 up' }];
}

function checkPriority(value: unknown): Issue[] {
  const isPriority = value === undefined || value === 'interactive' || value === 'background';
  return isPriority ? [] : [{ path: 'priority', message: 'must be interactive or background' }];
}

const setByRuntime = 'is set by the runtime';

const reservedHeaders = new Map(
  Object.entries({
    authorization: 'is set from accessToken',
    'idempotency-key': 'is set from the option idempotencyKey',
    'content-type': 'is always application/json',
    connection: setByRuntime,
    'content-length': setByRuntime,
    expect: setByRuntime,
    host: setByRuntime,
    'transfer-encoding': setByRuntime,
    upgrade: setByRuntime,
  }),
);

function checkHeader(name: string, value: unknown): Issue[] {
  if (value === undefined) return [];
  const path = `headers.${shownKey(name)}`;
  const reserved = reservedHeaders.get(name.toLowerCase());
  if (reserved !== undefined) return [{ path, message: `${reserved} and cannot be given` }];
  try {
    new Headers([[name, String(value)]]);
    return [];
  } catch {
    return [{ path, message: 'is no valid header' }];
  }
}
