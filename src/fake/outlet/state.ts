import type {
  ActionLogActor,
  ActionLogEntry,
  Channel,
  GoodsReceipt,
  GoodsReceiptLine,
  Order,
  OrderItem,
  OrderStatus,
  Payment,
} from '../../entities/index.js';
import type { Assumptions } from '../assumptions.js';
import type { NewGoodsReceipt } from './goods-receipts.js';
import type { ApiKey } from './keys.js';

/** A channel of the fake. The API specification does not define `name`. */
export interface FakeChannel extends Channel {
  type: string;
  name?: string | undefined;
}

/** An option of a menu item. The API specification does not define `name` and `price`. */
export interface FakeMenuOption {
  /** Referenced as `optionId` in orders. */
  id: string;
  name: string;
  /** Price of one, in units of the currency. */
  price: number;
}

/** An item of the fake's menu. The API specification defines only its `id`. */
export interface FakeMenuItem {
  /** Referenced as `menuItemId` in orders. */
  id: string;
  name: string;
  /** Price of one, in units of the currency. */
  price: number;
  /** Prices at partners, by the name of the partner. In the menu of a partner, `price` has the partner's price. */
  partnerPrices?: Readonly<Record<string, number>> | undefined;
  options: FakeMenuOption[];
}

/** An order of the fake: the documented fields and a few more. */
export interface FakeOrder extends Order {
  status: OrderStatus;
  items: OrderItem[];
  payments: Payment[];
  /** The amount to pay after discounts, in units of the currency. Not documented. */
  total: number;
  /** ISO 8601. Not documented. */
  created: string;
  /** ISO 8601; later with every change. Not documented. */
  updatedAt: string;
  [field: string]: unknown;
}

/** A goods receipt of the fake. */
export interface FakeGoodsReceipt extends GoodsReceipt {
  goodsReceiptNumber: string;
  status: string;
  created: string;
  items: GoodsReceiptLine[];
  totalPrice: number;
  discount: number;
  shippingFee: number;
  isTaxInclusive: boolean;
}

/** An entry of the fake's action log. */
export interface FakeActionLogEntry extends ActionLogEntry {
  action: string;
  actor: ActionLogActor;
  metadata: Record<string, unknown>;
  created: string;
}

/** A photo. */
export interface FakePhoto {
  /** Media type, such as `image/jpeg`. */
  type: string;
  /** Size in bytes. */
  bytes: number;
}

/** An order, with data that responses do not show. */
export interface StoredOrder {
  readonly order: FakeOrder;
  /** The key that created it; none for an order of the POS itself. */
  readonly createdBy: ApiKey | undefined;
  /** Whether an aggregator that is connected to the POS created it. */
  readonly partnerAggregated: boolean;
}

/** The values of a goods receipt, with those that identify it. */
export interface GivenReceipt extends NewGoodsReceipt {
  id: string;
  goodsReceiptNumber: string;
  created: string;
}

/** A goods receipt, and the values that it is calculated from. */
export interface StoredReceipt {
  readonly given: GivenReceipt;
  readonly receipt: FakeGoodsReceipt;
}

/** An entry of the action log, and which order it belongs to. */
export interface StoredLogEntry {
  readonly orderId: string;
  readonly channelId: string | undefined;
  readonly entry: FakeActionLogEntry;
}

/** Entries that the merchant edits in the dashboard and then publishes. */
export interface Draft<T> {
  edited: T[];
  published: T[];
}

/** The data of an outlet. */
export interface State {
  readonly channels: Draft<FakeChannel>;
  readonly menuItems: Draft<FakeMenuItem>;
  readonly orders: Map<string, StoredOrder>;
  readonly log: StoredLogEntry[];
  readonly receipts: Map<string, StoredReceipt>;
  /** How many receipts there have been, for the numbers of new ones. */
  receiptCount: number;
}

/** Returns what the API shows of a draft. */
export function visible<T>({ edited, published }: Draft<T>, { editsVisible }: Assumptions): readonly T[] {
  return editsVisible === 'at-once' ? edited : published;
}

export function createState(): State {
  return {
    channels: { edited: [], published: [] },
    menuItems: { edited: [], published: [] },
    orders: new Map(),
    log: [],
    receipts: new Map(),
    receiptCount: 0,
  };
}
