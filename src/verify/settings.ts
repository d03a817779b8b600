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

/** Returns what your backend knows: a request whose response is a JSON array, or a function. */
export type StateCall<Row> =
  | HttpCall
  | ((settings: BackendSettings) => readonly Row[] | Response | Promise<readonly Row[] | Response>);

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

/** The options of a job that runs on a schedule, with or without a server. */
export interface JobOptions {
  /**
   * The command that starts your backend, such as `npx tsx server.ts` for TypeScript. It runs in a shell, in the folder of the configuration
   * file. Required unless `attach` is set, or your backend is a job without a server.
   */
  readonly start?: string | undefined;
  /** More environment variables of your backend, or a function that returns them. Default: none. */
  readonly env?:
    | Readonly<Record<string, string>>
    | ((settings: BackendSettings) => Readonly<Record<string, string>>)
    | undefined;
  /** A URL that responds, with any status below 500, when your backend is up. The suite replaces `{port}`. */
  readonly ready?: string | undefined;
  /**
   * The webhook URL of the API key, with `{port}`, `{secret}` and, if the URL names the outlet, `{outletRef}`. Or a function that returns it
   * from these settings.
   */
  readonly webhookUrl?: string | ((settings: BackendSettings) => string) | undefined;
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
   * backends wait before a retry, and 0 for a job without a server.
   */
  readonly settleTimeout?: number | undefined;
  /**
   * Whether your backend runs already. The emulator then listens on `emulatorPort`, and the suite skips scenarios that kill or restart
   * the backend. Default: `false`.
   */
  readonly attach?: boolean | undefined;
}

/** The options of a server that receives webhooks. */
export interface VerificationOptions extends JobOptions {
  /** A URL that responds, with any status below 500, when your backend is up. The suite replaces `{port}`. */
  readonly ready: string;
  /**
   * The webhook URL of the API key, with `{port}`, `{secret}` and, if the URL names the outlet, `{outletRef}`. Or a function that returns it
   * from these settings.
   */
  readonly webhookUrl: string | ((settings: BackendSettings) => string);
}
