import type {
  ActionLogActor,
  ActionLogEntry,
  AppliedDiscount,
  Channel,
  GoodsReceipt,
  GoodsReceiptLine,
  GoodsReceiptStatus,
  Order,
  OrderItem,
  OrderStatus,
  Payment,
  Supplier,
  TimestampInput,
} from '../../entities/index.js';
import type { Assumptions } from '../assumptions.js';
import type { ApiKey } from './keys.js';

/** A channel of the fake. The API specification does not define `name`. */
export interface FakeChannel extends Channel {
  /** `partner` for a partner platform, `dine-in` for a table. */
  type: string;
  /** The name of the channel. */
  name?: string | undefined;
}

/** An option of a menu item. The API specification does not define `name` and `price`. */
export interface FakeMenuOption {
  /** The id of the option. Orders refer to it as `optionId`. */
  id: string;
  /** The name of the option. */
  name: string;
  /** The price per unit, in units of the currency. */
  price: number;
}

/** An item of the fake's menu. The API specification defines only its `id`. */
export interface FakeMenuItem {
  /** The id of the item. Orders refer to it as `menuItemId`. */
  id: string;
  /** The name of the item. */
  name: string;
  /** The price per unit, in units of the currency. */
  price: number;
  /** Prices by the name of a partner. In the menu of a partner, `price` is the partner's price. */
  partnerPrices?: Readonly<Record<string, number>> | undefined;
  /** The options that a customer can choose. */
  options: FakeMenuOption[];
}

/** An order of the fake, with the documented fields and a few others. */
export interface FakeOrder extends Order {
  /** The status. */
  status: OrderStatus;
  /** The lines of the order. */
  items: OrderItem[];
  /** The payments of the order. */
  payments: Payment[];
  /** The amount to pay after discounts, in units of the currency. Not documented. */
  total: number;
  /** When the order was created: ISO 8601 in UTC. Not documented. */
  created: string;
  /** When the order last changed: ISO 8601 in UTC. Not documented. */
  updatedAt: string;
}

/** A discount of the fake. The assumption `discountField` can name another field than `amount`, which is not documented. */
export interface FakeDiscount extends AppliedDiscount {
  /** The amount, in units of the currency. */
  amount?: number | undefined;
}

/** A line of a goods receipt of the fake. The API specification does not define `quantity`. */
export interface FakeGoodsReceiptLine extends GoodsReceiptLine {
  /** The number of units that were delivered. */
  quantity?: number | undefined;
}

/** A goods receipt of the fake, in which most fields are always set. */
export interface FakeGoodsReceipt extends GoodsReceipt {
  /** The reference number. */
  goodsReceiptNumber: string;
  /** The status. */
  status: string;
  /** When the receipt was recorded: ISO 8601 in UTC. */
  created: string;
  /** The lines of the receipt. */
  items: FakeGoodsReceiptLine[];
  /** The sum of the amounts of the lines, before discounts. */
  totalPrice: number;
  /** The supplier's discount on the whole receipt. */
  discount: number;
  /** The delivery charge. */
  shippingFee: number;
  /** Whether the `totalPrice` of each line includes the tax. */
  isTaxInclusive: boolean;
}

/** An entry of the fake's action log, in which all fields are always set. */
export interface FakeActionLogEntry extends ActionLogEntry {
  /** The type of the action. */
  action: string;
  /** Who performed the action. */
  actor: ActionLogActor;
  /** Details of the action, including the `orderId`. */
  metadata: Record<string, unknown>;
  /** When the action was performed: ISO 8601 in UTC. */
  created: string;
}

/** A photo at a URL. */
export interface FakePhoto {
  /** The media type, such as `image/jpeg`. */
  type: string;
  /** The size in bytes. */
  bytes: number;
}

/** The details of the outlet that the merchant edits in the dashboard. The API specification does not define them. */
export interface FakeOutletDetails {
  /** The name of the outlet. */
  name: string;
  /** The postal address. */
  address: string;
  /** The phone number, in international format. */
  phoneNumber: string;
}

/** An order, with data that responses do not contain. */
export interface StoredOrder {
  readonly order: FakeOrder;
  /** The key that created the order; `undefined` if the POS created it. */
  readonly createdBy: ApiKey | undefined;
  /** Whether an aggregator that is connected to the POS created it. */
  readonly partnerAggregated: boolean;
}

export function hasEnded({ order }: StoredOrder): boolean {
  return order.status === 'complete' || order.status === 'cancelled';
}

/**
 * The values of a goods receipt. Amounts are in units of the currency, with at most 2 decimals. The fake calculates `totalPrice`,
 * `tax`, `total` and the tax of each line, unless you pass them to create an inconsistent receipt.
 */
export interface NewGoodsReceipt {
  /** The id. Default: a random id. */
  id?: string | undefined;
  /** The reference number. Default: `GR-` and the next number. */
  goodsReceiptNumber?: string | undefined;
  /** The status. Default: `completed`. */
  status?: GoodsReceiptStatus | undefined;
  /** When the receipt is recorded. Default: now. */
  created?: TimestampInput | undefined;
  /** The date of the supplier's bill. Default: `created`. */
  deliveryDate?: TimestampInput | undefined;
  /** The supplier. Default: a supplier of the initial data. */
  supplier?: Supplier | undefined;
  /** The lines. Default: none. */
  items?: FakeGoodsReceiptLine[] | undefined;
  /** The supplier's discount on the whole receipt. Default: 0. */
  discount?: number | undefined;
  /** The delivery charge. Default: 0. */
  shippingFee?: number | undefined;
  /** Whether the `totalPrice` of each line includes the tax. Default: `false`. */
  isTaxInclusive?: boolean | undefined;
  /** The sum of the lines. Default: calculated. */
  totalPrice?: number | undefined;
  /** The total tax; `null` omits it, as on older receipts. Default: calculated. */
  tax?: number | null | undefined;
  /** The amount to pay; `null` omits it, as on older receipts. Default: calculated. */
  total?: number | null | undefined;
}

export interface GivenReceipt extends NewGoodsReceipt {
  id: string;
  goodsReceiptNumber: string;
  created: string;
}

export interface StoredReceipt {
  readonly given: GivenReceipt;
  readonly receipt: FakeGoodsReceipt;
}

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

export interface State {
  details: FakeOutletDetails;
  readonly channels: Draft<FakeChannel>;
  readonly menuItems: Draft<FakeMenuItem>;
  readonly orders: Map<string, StoredOrder>;
  readonly log: StoredLogEntry[];
  readonly receipts: Map<string, StoredReceipt>;
  receiptCount: number;
}

export function visible<T>({ edited, published }: Draft<T>, { editsVisible }: Assumptions): readonly T[] {
  return editsVisible === 'at-once' ? edited : published;
}

/** `number` counts the outlets of the fake from 1. */
export function createState(number: number): State {
  return {
    details: {
      name: number === 1 ? 'Corner Bistro' : `Corner Bistro ${number}`,
      address: '12 Harbour Street, 10115 Berlin',
      phoneNumber: '+49 30 123456',
    },
    channels: { edited: [], published: [] },
    menuItems: { edited: [], published: [] },
    orders: new Map(),
    log: [],
    receipts: new Map(),
    receiptCount: 0,
  };
}
