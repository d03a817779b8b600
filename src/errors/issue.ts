/** What is wrong with one field, of an input or of an answer. It names the field and the rule, never the value. */
export interface Issue {
  /** Where it stands: `items[0].quantity`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

const mostListed = 20;

/** Issues as one line of a message. */
export function listed(issues: readonly Issue[]): string {
  const first = issues
    .slice(0, mostListed)
    .map(({ path, message }) => (path ? `${path} ${message}` : message));
  const others = issues.length - first.length;
  return [...first, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}
