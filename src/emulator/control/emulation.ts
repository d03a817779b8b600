import type { FakeOutlet } from '../../fake/fake-outlet.js';
import type { Outlet } from '../../fake/outlet/outlet.js';
import type { FakeRateLimit } from '../../fake/service/rate-window.js';
import type { Topic } from '../contract.js';
import type { RequestLog } from '../requests/request-log.js';

/** What the control API reads and changes. */
export interface Emulation {
  readonly fake: FakeOutlet;
  /** The live data of the outlet. Read it here if a copy would take long, and change it through `fake`. */
  readonly outlet: Outlet;
  readonly requests: RequestLog;
  readonly rateLimit: FakeRateLimit | false;
  /** Tells the dashboards that a topic has changed. The fake and the request log report their own changes. */
  changed(topic: Topic): void;
}
