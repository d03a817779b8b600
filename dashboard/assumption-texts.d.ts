/** The rows of docs/reference/assumptions.md. scripts/dashboard.ts generates the module when it builds the dashboard. */
declare module 'assumption-texts' {
  export interface AssumptionText {
    /** The name of the option of `createFakeOutlet()`. For a fixed assumption, the words of `gap` joined by hyphens. */
    readonly name: string;
    /** What the API specification does not define. */
    readonly gap: string;
    /** The section of the API specification that has the gap. */
    readonly section: string;
    /** The behavior of the client. */
    readonly client: string;
    /** The default behavior of the fake. */
    readonly fake: string;
    /** The values of the option; empty for a fixed assumption. */
    readonly values: string;
    /** The group of rows, such as "Lists". */
    readonly group: string;
  }

  /** In the order of the page. */
  export const assumptionTexts: readonly AssumptionText[];
}
