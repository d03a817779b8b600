/** The codes with which Windows says that another program, such as an antivirus or a backup, has opened a file for a moment. */
const held = new Set<unknown>(['EPERM', 'EACCES', 'EBUSY']);

/** Milliseconds before each repetition: 1.3 seconds in all. */
const pauses = [10, 20, 40, 80, 160, 320, 640];

/** Replaces or renames a file, and repeats that while another program holds the file. */
export async function unlessHeld<T>(replace: () => T | Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await replace();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && held.has(error.code))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return replace();
}
