/** What the program does, as it reads it from its command line. */
export interface Job {
  /** Contains the checkpoints of all outlets, and a folder with the journals of each. */
  readonly folder: string;
  readonly outlets: readonly JobOutlet[];
}

/** An outlet to copy. */
export interface JobOutlet {
  readonly id: string;
  readonly url: string;
  readonly token: string;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}
