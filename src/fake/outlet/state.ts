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

/** An entry of the action log, and which order it belongs to. */
export interface StoredLogEntry {
  readonly orderId: string;
  readonly channelId: string | undefined;
  readonly entry: FakeActionLogEntry;
}

/** All that the fake knows. */
export interface State {
  channels: FakeChannel[];
  menuItems: FakeMenuItem[];
  readonly orders: Map<string, StoredOrder>;
  readonly log: StoredLogEntry[];
  readonly receipts: Map<string, FakeGoodsReceipt>;
  /** The service's own storage, by address. */
  readonly photos: Map<string, FakePhoto>;
}

export function createState(): State {
  return { channels: [], menuItems: [], orders: new Map(), log: [], receipts: new Map(), photos: new Map() };
}
