const megabyte = 1_000_000;

export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

/** What the memory of a run may grow by. */
export const mostGrowth = 20 * megabyte;
