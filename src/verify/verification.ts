import type { OrderItem } from '../entities/index.js';

/** What the suite sets for your backend in one run. Your functions receive it. */
export interface BackendSettings {
  /** The URL of the emulator that the suite has started: `OUTLET_BASE_URL`. */
  readonly baseUrl: string;
  /** The token of the API key: `OUTLET_ACCESS_TOKEN`; for an added outlet, that of its own key. */
  readonly token: string;
  /** The outlet: `bistro`, or the name that `addOutlet` got. The suite sets `OUTLET_REF` to that of the first outlet. */
  readonly outletRef: string;
  /** The port that your backend listens on: `PORT`. */
  readonly port: number;
  /** The secret in the webhook URL: `WEBHOOK_SECRET`. */
  readonly secret: string;
  /** A new, empty folder for your backend's data: `DATA_FOLDER`. It stays the same when the suite kills and restarts the backend. */
  readonly dataFolder: string;
  /** The channel of your platform at the outlet: `CHANNEL_ID`. Digital Ordering only. */
  readonly channelId: string;
  /** The name of your platform: `PARTNER_CHANNEL`. Digital Ordering only. */
  readonly partnerChannel: string;
  /** Stops your backend with SIGTERM, and starts it again. */
  restart(): Promise<void>;
  /**
   * Runs a command in a shell, with the environment and the folder of your backend, such as a nightly job.
   * @throws Error if the command exits with another code than 0
   */
  run(command: string): Promise<void>;
}

/**
 * A request to your backend: its method and URL. The suite replaces `{port}`, `{secret}`, `{outletRef}` and the fields of the argument, such
 * as `{reference}`, and sends the argument as a JSON body. A status from 200 to 299 means done.
 */
export type HttpCall = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;

/**
 * Something that the suite makes your backend do: a request, or a function that resolves when it is done. If the function returns a
 * `Response`, its status decides.
 */
export type Action<Argument = unknown> = HttpCall | ((argument: Argument & BackendSettings) => unknown);

/** What any backend can do. */
export interface CommonActions {
  /** Starts to use a new token. Default: the suite restarts the backend with the token in its environment. */
  readonly rotateToken?:
    | Action<{
        /** The new token. */
        readonly token: string;
      }>
    | undefined;
  /**
   * Adds an outlet that your backend serves from now on, also after a restart. The suite then also calls `placeOrder`, `cancelOrder` and
   * `state.orders` with the `outletRef` of this outlet. Default: none, so the suite skips the scenario `two-outlets`.
   */
  readonly addOutlet?:
    | Action<{
        /** The name of the outlet, such as `cafe-3f9a`, for `{outletRef}` in URLs. */
        readonly outletRef: string;
        /** The token of its API key. */
        readonly token: string;
      }>
    | undefined;
}

/** What guests do in a backend for Digital Ordering. */
export interface DigitalOrderingActions extends CommonActions {
  /**
   * Accepts the order of a guest. `reference` is your own ID of the order, which your backend sends as `partnerInfo.orderId`. After
   * a status from 200 to 299, the order must reach the outlet exactly once, whatever happens. The statuses 400, 404, 409, 410 and 422
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
   * whether it was. The statuses 400, 404, 409, 410 and 422 say that it is too late.
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
   * scenario `menu-republished`.
   */
  readonly refreshMenu?: Action | undefined;
}

/** What runs on a schedule in a backend for Order Data. */
export interface OrderDataActions extends CommonActions {
  /**
   * Runs the job that finds orders which your backend has missed, and resolves when the job has ended. It must find the orders that were
   * created between `from` and `to`: those of the last 31 days until now.
   */
  readonly runNightlyJob: Action<{
    /** 31 days ago (ISO 8601 in UTC). */
    readonly from: string;
    /** Now (ISO 8601 in UTC). */
    readonly to: string;
  }>;
  /** Copies past orders. Default: none, so the suite skips the scenario `months-of-history`. */
  readonly backfill?:
    | Action<{
        /** The start of the range, which ends now (ISO 8601 in UTC). */
        readonly from: string;
      }>
    | undefined;
}

/** An order as your backend knows it. */
export interface BackendOrder {
  /** The order's ID in the API. With Digital Ordering, it is missing until it is known. */
  readonly id?: string | undefined;
  /** Your own ID of the order. Digital Ordering only. */
  readonly reference?: string | undefined;
  /** The status in the words of the API. An order that will not exist at the outlet can have another status, such as `rejected`. */
  readonly status: string;
  /** Order Data only: what was paid, such as 12.5. It is 0 unless the order is complete. */
  readonly paid?: number | undefined;
}

/** The options that do not depend on the use case. */
export interface VerificationOptions {
  /**
   * The command that starts your backend, such as `npx tsx server.ts` for TypeScript. It runs in a shell, in the folder of the configuration
   * file. Required unless `attach` is set.
   */
  readonly start?: string | undefined;
  /** More environment variables of your backend, or a function that returns them. Default: none. */
  readonly env?:
    | Readonly<Record<string, string>>
    | ((settings: BackendSettings) => Readonly<Record<string, string>>)
    | undefined;
  /** A URL that responds, with any status below 500, when your backend is up. The suite replaces `{port}`. */
  readonly ready: string;
  /**
   * The webhook URL of the API key, with `{port}`, `{secret}` and, if the URL names the outlet, `{outletRef}`. Or a function that returns it
   * from these settings.
   */
  readonly webhookUrl: string | ((settings: BackendSettings) => string);
  /** What your backend knows. */
  readonly state: {
    /** Returns the orders that your backend knows: a request whose response is a JSON array, or a function. */
    readonly orders:
      | HttpCall
      | ((
          settings: BackendSettings,
        ) => readonly BackendOrder[] | Response | Promise<readonly BackendOrder[] | Response>);
  };
  /**
   * Whether two processes of your backend can run with the same `DATA_FOLDER`, each with its own `PORT`. The suite then also runs the scenario
   * `two-processes`. Default: `false`.
   */
  readonly severalProcesses?: boolean | undefined;
  /** Milliseconds until your backend must be ready after a start. Default: 60,000. */
  readonly startTimeout?: number | undefined;
  /** Milliseconds until an action must have ended. Default: 120,000. */
  readonly actionTimeout?: number | undefined;
  /** The version of your backend, for the report. Default: none. */
  readonly version?: string | undefined;
  /** The port of the emulator if `attach` is set. Default: 4010. */
  readonly emulatorPort?: number | undefined;
  /** The port that your backend listens on. Default: a free one. Required if `attach` is set. */
  readonly port?: number | undefined;
  /** The secret in the webhook URL. Default: a random one. Required if `attach` is set. */
  readonly secret?: string | undefined;
  /**
   * Milliseconds after a scenario until your backend must agree with the outlet. Default: 60,000, which is longer than most
   * backends wait before a retry.
   */
  readonly settleTimeout?: number | undefined;
  /**
   * Whether your backend runs already. The emulator then listens on `emulatorPort`, and the suite skips scenarios that kill or restart
   * the backend. Default: `false`.
   */
  readonly attach?: boolean | undefined;
}

/** Describes a backend to the command `verify`. */
export type Verification = VerificationOptions &
  (
    | {
        /** The use case of the API key. */
        readonly useCase: 'digital-ordering';
        /** What guests do. */
        readonly actions: DigitalOrderingActions;
      }
    | {
        /** The use case of the API key. */
        readonly useCase: 'order-data';
        /** What runs on a schedule. */
        readonly actions: OrderDataActions;
      }
  );

/**
 * Describes a backend to the command `verify`. Returns its argument, so that an editor knows the types.
 * @example
 * ```ts
 * export default defineVerification({
 *   useCase: 'order-data',
 *   start: 'node dist/server.js',
 *   ready: 'http://127.0.0.1:{port}/health',
 *   webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}',
 *   actions: { runNightlyJob: ({ run }) => run('node dist/nightly.js') },
 *   state: { orders: 'GET http://127.0.0.1:{port}/orders' },
 * });
 * ```
 */
export function defineVerification(verification: Verification): Verification {
  return verification;
}
