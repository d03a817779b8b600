import type { OrderItem } from '../../entities/index.js';
import type { OrdersState } from '../read-orders.js';
import type { Action, CommonActions, VerificationOptions } from '../settings.js';

/** What guests do in a backend for Digital Ordering. */
export interface DigitalOrderingActions extends CommonActions {
  /**
   * Accepts the order of a guest. `reference` is your own ID of the order, which your backend sends as `partnerInfo.orderId`. After
   * a status from 200 to 299, the order must reach the outlet exactly once, whatever happens. The statuses 400, 403, 404, 409, 410 and 422
   * reject the order; a 409 also accepts the repeat of an order. After any other failure, the suite repeats the request, as a guest's app does.
   */
  readonly placeOrder: Action<{
    /** Your own ID of the order. */
    readonly reference: string;
    /** What the guest orders, as `POST /orders` expects it. */
    readonly items: readonly OrderItem[];
  }>;
  /**
   * Cancels an order for its guest. After a status from 200 to 299 other than 202, the order is cancelled. A 202 says that the state will show
   * whether it was. The statuses 400, 403, 404, 409, 410 and 422 say that it is too late.
   */
  readonly cancelOrder: Action<{
    /** Your own ID of the order. */
    readonly reference: string;
    /** The order's ID in the API; `undefined` if the guest cancels before the outlet has the order. */
    readonly id: string | undefined;
  }>;
  /**
   * Runs the job that finds changes whose webhooks were lost, and resolves when it is done. If your backend does so at every start,
   * pass `({ restart }) => restart()`. Default: none, so the suite skips the scenario `lost-webhooks`.
   */
  readonly sweep?: Action | undefined;
  /**
   * Reads the menu again. If your backend reads it for each order, pass a function that does nothing. Default: none, so the suite skips the
   * scenarios `menu-republished`, `price-changed` and `large-menu`.
   */
  readonly refreshMenu?: Action | undefined;
}

/** A backend for Digital Ordering. */
export interface DigitalOrderingVerification extends VerificationOptions {
  /** What the backend does. */
  readonly useCase: 'digital-ordering';
  /** What guests do. */
  readonly actions: DigitalOrderingActions;
  /** What your backend knows. */
  readonly state: OrdersState;
}
