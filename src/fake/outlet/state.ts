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

/** A channel of the fake. `name` is not documented by the specification. */
export interface FakeChannel extends Channel {
  type: string;
  name?: string | undefined;
}

/** A choice of a menu item. `name` and `price` are not documented by the specification. */
export interface FakeMenuOption {
  /** Referenced as `optionId` in orders. */
  id: string;
  name: string;
  /** In units of the currency, for one. */
  price: number;
}

/** An item of the fake's menu. All fields but `id` are not documented by the specification. */
export interface FakeMenuItem {
  /** Referenced as `menuItemId` in orders. */
  id: string;
  name: string;
  /** In units of the currency, for one. */
  price: number;
  /** What the item costs at a partner, by the partner's name. Shown as `price` in that partner's menu. */
  partnerPrices?: Readonly<Record<string, number>> | undefined;
  options: FakeMenuOption[];
}

/** An order as the fake answers with it: the documented fields, always filled, and a few more. */
export interface FakeOrder extends Order {
  status: OrderStatus;
  items: OrderItem[];
  payments: Payment[];
  /** What is to be paid, after discounts, in units of the currency. Not documented. */
  total: number;
  /** ISO 8601. Not documented. */
  created: string;
  /** ISO 8601; later with every change. Not documented. */
  updatedAt: string;
  [field: string]: unknown;
}

/** A goods receipt as the fake answers with it. */
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

/** An entry of the action log as the fake answers with it. */
export interface FakeActionLogEntry extends ActionLogEntry {
  action: string;
  actor: ActionLogActor;
  metadata: Record<string, unknown>;
  created: string;
}

/** What a photo's address holds. */
export interface FakePhoto {
  /** Media type, such as `image/jpeg`. */
  type: string;
  /** Size in bytes. */
  bytes: number;
}

/** An order, and what only the service knows of it. */
export interface StoredOrder {
  readonly order: FakeOrder;
  /** The key that made it; none for an order of the POS itself. */
  readonly createdBy: ApiKey | undefined;
  /** Brought in by an aggregator that the POS is connected to. */
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

/** What the merchant edits in the dashboard and then publishes. */
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
  /** The service's own storage, by address. */
  readonly photos: Map<string, FakePhoto>;
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
    photos: new Map(),
  };
}
