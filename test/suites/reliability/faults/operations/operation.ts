import type { CallOptions, OutletClient } from 'outlet-open-api';
import type { Ended } from '../ended.js';
import type { OperationPlan } from '../plan.js';
import type { Stock } from '../stock.js';
import type { Violation } from '../violation.js';

/** One operation at the service, and the laws that it must obey. */
export interface Operation {
  start(outlet: OutletClient, options: CallOptions): PromiseLike<unknown>;
  /** Recovers from an unknown outcome with another client, as after a restart. */
  recover?(outlet: OutletClient, ended: Ended): Promise<void>;
  /** Compares what the service did with what the caller received, after everything has ended. */
  judge(ended: Ended): Promise<readonly Violation[]> | readonly Violation[];
}

/** Prepares one operation. Only entities that it creates or changes contain its mark. */
export type Prepare = (stock: Stock, mark: string, plan: OperationPlan) => Operation;
