import { type UseCase, useCases } from '../entities/use-case.js';

/**
 * What the specification leaves open, and how the fake fills it. Each is an option of `createFakeOutlet`, and a row of
 * `docs/assumptions.md`.
 */
export interface Assumptions {
  /** Name of the query parameter that carries the cursor. Default `cursor`. */
  cursorParam: string;
  /**
   * Field that holds the records of a list. `false` answers with a bare array, which has no room for a cursor, so that
   * everything stands on one page. Default `data`.
   */
  wrapper: string | false;
  /** Field that holds the menu. Default `false`: the menu is the answer itself. */
  menuWrapper: string | false;
  /** Whether records at the bounds of a range belong to it. `half-open` takes `from` and leaves `to`. Default `inclusive`. */
  bounds: 'inclusive' | 'exclusive' | 'half-open';
  /** Which time of an order its list filters by. Default `created`. */
  ordersFilteredBy: 'created' | 'updated';
  /** Form of `errors`: `[{ field, message }]`, or `{ [field]: [message] }`. Default `list`. */
  fieldErrors: 'list' | 'record';
  /** Whether a POST that failed its validation is answered from memory when its key comes again. Default `true`. */
  replaysValidationErrors: boolean;
  /** What a key gives after a 500 that had an effect. Default `success`. */
  replayAfterServerError: 'success' | 'server-error';
  /** What a POST does while another one with its key is under way. Default `waits`. */
  concurrentTwin: 'waits' | 'conflict';
  /** Field of a discount that holds its amount, in units of the currency. Default `amount`. */
  discountField: string;
  /** Whether orders that no key made reach Order Data and Inventory Management keys. Default `true`. */
  webhooksForUnownedOrders: boolean;
  /** Whether a republished event repeats its `updatedAt`; otherwise it carries the current time. Default `true`. */
  republishKeepsUpdatedAt: boolean;
  /** Whether revoked keys still receive webhooks. Default `false`. */
  webhooksForRevokedKeys: boolean;
  /** Use cases that hear of changes of the outlet. Default: all. */
  outletUpdatedReceivers: readonly UseCase[];
  /** Whether `GET /orders` shows the orders that `GET /orders/{id}` answers with 404. Default `true`. */
  listsPartnerAggregated: boolean;
  /** Status where a key updates or cancels a reservation that another key made. Default 403. */
  foreignReservationStatus: number;
  /** Status where a call would change an order that has ended. Default 400. */
  endedOrderStatus: number;
  /** Status of a known path with another method. Default 405. */
  wrongMethodStatus: number;
  /**
   * Which use case may call which operation (`orders.create`); what it forbids is answered with 403. Default: all may
   * call everything.
   */
  allows: (useCase: UseCase, operation: string) => boolean;
}

/** Each assumption as an option that may be left out. */
export type AssumptionOptions = { [Name in keyof Assumptions]?: Assumptions[Name] | undefined };

export function assumptionsFrom(options: AssumptionOptions): Assumptions {
  return {
    cursorParam: options.cursorParam ?? 'cursor',
    wrapper: options.wrapper ?? 'data',
    menuWrapper: options.menuWrapper ?? false,
    bounds: options.bounds ?? 'inclusive',
    ordersFilteredBy: options.ordersFilteredBy ?? 'created',
    fieldErrors: options.fieldErrors ?? 'list',
    replaysValidationErrors: options.replaysValidationErrors ?? true,
    replayAfterServerError: options.replayAfterServerError ?? 'success',
    concurrentTwin: options.concurrentTwin ?? 'waits',
    discountField: options.discountField ?? 'amount',
    webhooksForUnownedOrders: options.webhooksForUnownedOrders ?? true,
    republishKeepsUpdatedAt: options.republishKeepsUpdatedAt ?? true,
    webhooksForRevokedKeys: options.webhooksForRevokedKeys ?? false,
    outletUpdatedReceivers: options.outletUpdatedReceivers ?? useCases,
    listsPartnerAggregated: options.listsPartnerAggregated ?? true,
    foreignReservationStatus: options.foreignReservationStatus ?? 403,
    endedOrderStatus: options.endedOrderStatus ?? 400,
    wrongMethodStatus: options.wrongMethodStatus ?? 405,
    allows: options.allows ?? (() => true),
  };
}
