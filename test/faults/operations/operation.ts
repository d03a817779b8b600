import type { OutletClient, RequestOptions } from 'outlet-open-api';
import type { Ended } from '../ended.js';
import type { OperationPlan } from '../plan.js';
import type { Stock } from '../stock.js';
import type { Violation } from '../violation.js';

/** Something that is asked of the service once, and the laws by which it is judged. */
export interface Operation {
  start(client: OutletClient, options: RequestOptions): PromiseLike<unknown>;
  /** Goes on where the caller was left in doubt, with a client that knows nothing of the first one, as after a restart. */
  recover?(client: OutletClient, ended: Ended): Promise<void>;
  /** Holds what the service did against what the caller was told, once nothing is under way anymore. */
  judge(ended: Ended): Promise<readonly Violation[]> | readonly Violation[];
}

/** Prepares one operation. Its mark stands in all that it creates or changes, and in nothing else. */
export type Prepare = (stock: Stock, mark: string, plan: OperationPlan) => Operation;
