import { type UseCase, useCases } from '../entities/use-case.js';
import { isRecord } from '../json.js';
import type { Random } from '../random.js';
import type { FakeEndpoint } from './service/router.js';

/**
 * How the fake behaves if the API specification does not define a detail. Each assumption is an option of `createFakeOutlet` and
 * a row in `docs/reference/assumptions.md`. Times are in milliseconds.
 */
export interface Assumptions {
  /** Name of the query parameter for the cursor. Default: `cursor`. */
  cursorParam: PerPagedList<string>;
  /**
   * Field that contains the records of a list with pages, or its path, such as `data.items`. Channels are in that of the orders, and the
   * log of one order in that of the action logs. If that is a path, they are in `data`. Default: `data`.
   */
  wrapper: PerPagedList<string>;
  /** Whether a list without pages is a bare array: the channels, and the action log of one order. Default: `false`. */
  bareLists: boolean;
  /** Field that contains the next cursor of a list with pages, or its path, such as `page.next`. Default: `next`. */
  nextField: PerPagedList<string>;
  /** The form of the next cursor of a page: text, a number, or the URL of the next page without its origin. Default: `text`. */
  cursorForm: PerPagedList<'text' | 'number' | 'url'>;
  /** The next cursor of the last page of a list. Hostile mode draws it for `GET /orders` only. Default: `null`. */
  nextOnLastPage: PerPagedList<'null' | 'absent' | 'false'>;
  /** The records of a page without any: an empty list, `null`, or no field. Default: `list`. */
  emptyPages: PerPagedList<'list' | 'null' | 'absent'>;
  /** Whether pages can have few or no records even if more pages follow. Default: `false`. */
  sparsePages: PerPagedList<boolean>;
  /** Sort order of `GET /orders`. Default: `oldest-first`. */
  orderSorting: 'oldest-first' | 'newest-first' | 'shuffled';
  /** Whether records at the bounds of a range belong to it. `half-open` includes `from` only. Default: `inclusive`. */
  bounds: PerPagedList<'inclusive' | 'exclusive' | 'half-open'>;
  /** The time of an order that `from` and `to` refer to. Default: `created`. */
  ordersFilteredBy: 'created' | 'updated';
  /** Whether `GET /orders` requires `from` and `to`. If not, it defaults to the 31 days before now. Default: `true`. */
  orderRangeRequired: boolean;
  /** Whether `GET /orders` lists the orders for which `GET /orders/{id}` responds with 404. Default: `true`. */
  listsPartnerAggregated: boolean;
  /** Field that contains the menu; `false` if the response is the menu itself. Default: `false`. */
  menuWrapper: string | false;
  /**
   * Status of `GET /menus` for a channel type that is neither documented nor the type of a channel; `false` if it gets the menu.
   * Default: 400.
   */
  unknownChannelTypeStatus: number | false;
  /** When edited channels and menu items are visible to the API. Default: `published`. */
  editsVisible: 'published' | 'at-once';

  /** Whether responses have fields that the specification does not name, such as an order's `total`. Default: `true`. */
  undocumentedFields: boolean;
  /** How a response represents a field without a value. What is no record of a list is as in `GET /orders`. Default: `absent`. */
  emptyFields: PerPagedList<'absent' | 'null'>;
  /** How an order represents a list without entries. Default: `empty`. */
  emptyLists: 'empty' | 'absent' | 'null';
  /** The form of `errors`: `[{ field, message }]`, or `{ [field]: [message] }`. Default: `list`. */
  fieldErrors: 'list' | 'record';
  /** The difference between the header of each goods receipt and its lines, in `totalPrice` or `tax`, and in `total`. Default: 0. */
  headerDifference: -0.01 | 0 | 0.01;

  /** The endpoints that each use case can call; others respond with 403. A use case that is missing can call all. Default: `{}`. */
  allows: Readonly<Partial<Record<UseCase, readonly FakeEndpoint[]>>>;
  /** Whether a repeated query parameter is a 400, or its first value counts. Default: `rejected`. */
  repeatedQueryParameter: 'rejected' | 'first';
  /** Status for a known path with another method. Default: 405. */
  wrongMethodStatus: number;
  /** Field of a discount that contains its amount, in units of the currency. Default: `amount`. */
  discountField: string;
  /** Whether `POST /orders` accepts a channel of type dine-in. Default: `true`. */
  dineInOrders: boolean;
  /** Whether `POST /orders` requires `partnerInfo`. Default: `false`. */
  partnerInfoRequired: boolean;
  /** Status if a call changes a complete or cancelled order. Default: 400. */
  endedOrderStatus: number;
  /** Status if a key cancels an order that it did not create; `false` allows this. Default: `false`. */
  foreignOrderStatus: number | false;
  /** Status if a key updates or cancels a reservation that it did not create. Default: 403. */
  foreignReservationStatus: number;
  /** Status if a call cancels a reservation that is neither open nor final; `false` allows this. Default: 400. */
  startedReservationStatus: number | false;
  /** Status if an update combines a cancellation with other fields, or changes `partnerName` or `reservationId`. Default: 400. */
  reservationRuleStatus: number;

  /** Whether a repeated idempotency key repeats a validation error. Default: `true`. */
  replaysValidationErrors: boolean;
  /** The response to a repeated idempotency key after a 500 that had an effect. Default: `success`. */
  replayAfterServerError: 'success' | 'server-error';
  /** How a POST behaves while another POST with the same idempotency key is running. Default: `waits`. */
  concurrentDuplicate: 'waits' | 'conflict';
  /** How long after each whole interval the windows of the rate limit begin. Default: 0. */
  windowPhase: number;
  /** The `retryAfter` of a 429. `zero` is the lowest value that the specification allows. Default: `rounded-up`. */
  retryAfter: 'rounded-up' | 'zero';

  /** The payload of events that the specification does not document. `bare` has no `updatedAt`. Default: `thin`. */
  eventPayloads: 'thin' | 'bare';
  /** Whether orders that no key created reach Order Data and Inventory Management keys. Default: `true`. */
  webhooksForUnownedOrders: boolean;
  /** Whether revoked keys still receive webhooks. Default: `false`. */
  webhooksForRevokedKeys: boolean;
  /** Use cases that receive `outlet.updated`. Default: all. */
  outletUpdatedReceivers: readonly UseCase[];
  /** Whether a republished event keeps its `updatedAt`; otherwise it has the current time. Default: `true`. */
  republishKeepsUpdatedAt: boolean;
  /** Maximum number of retries of a failed delivery. Default: 5. */
  webhookRetries: number;
  /** Delay of the first retry. Each further delay is twice as long. Default: 1,000. */
  webhookRetryDelay: number;
  /** Time limit for the response of a receiver. Default: 10,000. */
  webhookTimeout: number;
  /** The maximum random delay of a delivery, so that deliveries arrive out of order. Default: 0. */
  webhookDelay: number;
  /** The share of events that are delivered twice, from 0 to 1. Default: 0. */
  webhookDuplicates: number;
}

/** The lists with pages, by the names that the client options use. */
export type PagedListName = 'orders' | 'actionLogs' | 'goodsReceipts';

/** A value for all lists with pages, or one for each of them. */
export type PerPagedList<T extends string | boolean> = T | Readonly<Record<PagedListName, T>>;

/** Assumptions as options. All values are JSON, so a file can contain them. Of the values per list, some can be missing. */
export type AssumptionOptions = {
  readonly [Name in keyof Assumptions]?:
    | Exclude<Assumptions[Name], Readonly<Record<PagedListName, unknown>>>
    | Partial<Extract<Assumptions[Name], Readonly<Record<PagedListName, unknown>>>>
    | undefined;
};

/** Returns the value for one list. */
export function inList<T extends string | boolean>(value: PerPagedList<T>, list: PagedListName): T {
  return typeof value === 'object' ? value[list] : value;
}

/**
 * Returns the options. Other assumptions have the first value below, or a random value in hostile mode. An option changes no other
 * choice. Names that a client must know have only one value, and so do choices that would contradict the specification.
 */
export function assumptionsFrom(options: AssumptionOptions, random: Random | undefined): Assumptions {
  function choose<T>(option: T | undefined, ...values: readonly [T, ...T[]]): T {
    const choice = random ? random.pick(values) : values[0];
    return option ?? choice;
  }
  /** As `choose`, if the assumption has no other values. @throws TypeError if the option is another value */
  function chooseOnly<T>(option: T | undefined, ...values: readonly [T, ...T[]]): T {
    requireOneOf(values, option);
    return choose(option, ...values);
  }
  /** As `namePerList`, if the assumption has no other values. @throws TypeError if the option has another value */
  function perList<T extends string | boolean>(
    option: NoInfer<T> | Partial<Readonly<Record<PagedListName, NoInfer<T>>>> | undefined,
    values: readonly [T, ...T[]],
    documented?: T,
  ): PerPagedList<T> {
    for (const value of isRecord(option) ? Object.values(option) : [option]) requireOneOf(values, value);
    return namePerList(option, values, documented);
  }
  /** Lists that the option lacks have the choice. @param documented - the value of lists other than that of orders, if they leave no choice */
  function namePerList<T extends string | boolean>(
    option: NoInfer<T> | Partial<Readonly<Record<PagedListName, NoInfer<T>>>> | undefined,
    values: readonly [T, ...T[]],
    documented?: T,
  ): PerPagedList<T> {
    const choice = choose(undefined, ...values);
    const others = documented ?? choice;
    const ofEachList = { orders: choice, actionLogs: others, goodsReceipts: others };
    if (typeof option === 'object') return { ...ofEachList, ...option };
    return option ?? (others === choice ? choice : ofEachList);
  }
  return {
    cursorParam: namePerList<string>(options.cursorParam, ['cursor']),
    wrapper: namePerList<string>(options.wrapper, ['data', 'records']),
    bareLists: chooseOnly(options.bareLists, false, true),
    nextOnLastPage: perList(options.nextOnLastPage, ['null', 'absent', 'false'], 'null'),
    sparsePages: perList(options.sparsePages, [false, true]),
    orderSorting: chooseOnly(options.orderSorting, 'oldest-first', 'newest-first', 'shuffled'),
    bounds: perList(options.bounds, ['inclusive', 'exclusive', 'half-open']),
    ordersFilteredBy: chooseOnly(options.ordersFilteredBy, 'created', 'updated'),
    orderRangeRequired: chooseOnly(options.orderRangeRequired, true, false),
    listsPartnerAggregated: chooseOnly(options.listsPartnerAggregated, true, false),
    menuWrapper: choose(options.menuWrapper, false, 'data'),
    editsVisible: chooseOnly(options.editsVisible, 'published', 'at-once'),
    undocumentedFields: chooseOnly(options.undocumentedFields, true, false),
    emptyFields: perList(options.emptyFields, ['absent', 'null']),
    emptyLists: chooseOnly(options.emptyLists, 'empty', 'absent', 'null'),
    fieldErrors: chooseOnly(options.fieldErrors, 'list', 'record'),
    headerDifference: chooseOnly(options.headerDifference, 0, -0.01, 0.01),
    allows: choose(options.allows, {}, flows),
    wrongMethodStatus: choose(options.wrongMethodStatus, 405, 404),
    discountField: choose(options.discountField, 'amount'),
    dineInOrders: chooseOnly(options.dineInOrders, true, false),
    partnerInfoRequired: chooseOnly(options.partnerInfoRequired, false, true),
    endedOrderStatus: choose(options.endedOrderStatus, 400, 409),
    foreignOrderStatus: choose(options.foreignOrderStatus, false, 403, 404),
    foreignReservationStatus: choose(options.foreignReservationStatus, 403, 404, 409),
    startedReservationStatus: choose(options.startedReservationStatus, 400, 409, false),
    reservationRuleStatus: choose(options.reservationRuleStatus, 400, 409, 422),
    replaysValidationErrors: choose(options.replaysValidationErrors, true),
    replayAfterServerError: chooseOnly(options.replayAfterServerError, 'success', 'server-error'),
    concurrentDuplicate: chooseOnly(options.concurrentDuplicate, 'waits', 'conflict'),
    windowPhase: choose(options.windowPhase, 0, 137, 500, 863),
    retryAfter: chooseOnly(options.retryAfter, 'rounded-up', 'zero'),
    eventPayloads: chooseOnly(options.eventPayloads, 'thin', 'bare'),
    webhooksForUnownedOrders: chooseOnly(options.webhooksForUnownedOrders, true, false),
    webhooksForRevokedKeys: chooseOnly(options.webhooksForRevokedKeys, false, true),
    outletUpdatedReceivers: choose(options.outletUpdatedReceivers, useCases, [], ['reservations']),
    republishKeepsUpdatedAt: chooseOnly(options.republishKeepsUpdatedAt, true, false),
    webhookRetries: choose(options.webhookRetries, 5, 2, 8),
    webhookRetryDelay: choose(options.webhookRetryDelay, 1_000, 300),
    webhookTimeout: choose(options.webhookTimeout, 10_000, 5_000),
    webhookDelay: choose(options.webhookDelay, 0, 50, 250),
    webhookDuplicates: choose(options.webhookDuplicates, 0, 0.3, 1),
    // At the end, so that each seed keeps its other choices.
    repeatedQueryParameter: chooseOnly(options.repeatedQueryParameter, 'rejected', 'first'),
    cursorForm: perList(options.cursorForm, ['text', 'number', 'url']),
    nextField: namePerList<string>(options.nextField, ['next']),
    emptyPages: perList(options.emptyPages, ['list', 'null', 'absent']),
    unknownChannelTypeStatus: choose(options.unknownChannelTypeStatus, 400, 404, false),
  };
}

function requireOneOf(values: readonly unknown[], value: unknown): void {
  if (value === undefined || values.includes(value)) return;
  throw new TypeError(
    `An assumption cannot be ${JSON.stringify(value)}: it must be one of ${values.join(', ')}.`,
  );
}

/** Returns the options that have a value. */
export function definedIn(options: AssumptionOptions): AssumptionOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Endpoints that the specification names for no use case. */
const inNoFlow: readonly FakeEndpoint[] = [
  'POST /orders/import',
  'GET /orders/{id}/action-log',
  'GET /orders/action-logs',
  'POST /base-menus',
];

/** The endpoints that the specification names for the use cases, and those in no flow. API specification: Flows. */
const flows: Assumptions['allows'] = {
  'digital-ordering': [
    'GET /channels',
    'GET /menus',
    'POST /orders',
    'GET /orders/{id}',
    'PUT /orders/{id}',
    ...inNoFlow,
  ],
  reservations: [
    'GET /channels',
    'GET /orders/{id}',
    'POST /orders/reservations',
    'PUT /orders/reservations/{id}',
    ...inNoFlow,
  ],
  'order-data': ['GET /orders', 'GET /orders/{id}', 'GET /inventory/goods-receipts', ...inNoFlow],
  'inventory-management': ['GET /menus', 'GET /orders', 'GET /orders/{id}', ...inNoFlow],
};

/** The values without options and outside hostile mode. */
export const defaultAssumptions: Readonly<Assumptions> = assumptionsFrom({}, undefined);
