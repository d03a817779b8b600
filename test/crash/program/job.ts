/** What the program is to do, as it reads it from its command line. */
export interface Job {
  readonly url: string;
  readonly token: string;
  /** Of the checkpoints and of the journal. */
  readonly folder: string;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}
