/** Returns an environment variable that each outlet needs a value of its own for. */
export function required(name: string, meaning: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name} to ${meaning}.`);
  return value;
}
