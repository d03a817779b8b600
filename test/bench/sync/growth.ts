const megabyte = 1_000_000;

export function megabytes(bytes: number): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

/** How much the memory of a run may grow. */
export const mostGrowth = 20 * megabyte;
