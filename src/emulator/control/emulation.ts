import { createFake, type Fake } from '../../fake/create-fake-outlet.js';
import type { FakeOutletOptions } from '../../fake/fake-outlet.js';
import type { Topic } from '../contract.js';
import { createRequestLog, type RequestLog } from '../requests/request-log.js';
import { type FakeSnapshot, restoreSnapshot } from '../state-file/snapshot.js';

/**
 * What the control API reads and changes. Read the live data of `outlet` if a copy would take long, and change it through `fake`.
 */
export interface Emulation extends Fake {
  readonly requests: RequestLog;
  /** Reports to the dashboards that a topic has changed. The fake and the request log report their own changes. */
  changed(topic: Topic): void;
}

export function createEmulation(
  options: FakeOutletOptions,
  changed: (topic: Topic) => void,
  snapshot?: FakeSnapshot,
): Emulation {
  const parts = createFake({ ...options, ...snapshot?.options }, changed);
  if (snapshot) restoreSnapshot(parts, snapshot);
  return { ...parts, requests: createRequestLog(parts, changed), changed };
}
