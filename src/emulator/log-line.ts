const maxLength = 300;

/** Returns a line for the terminal: the local time, and the parts that are not empty, without characters that control the terminal. */
export function logLine(...parts: readonly (string | undefined)[]): string {
  const time = new Date().toTimeString().slice(0, 8);
  const text = [time, ...parts]
    .filter(Boolean)
    .join('  ')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
