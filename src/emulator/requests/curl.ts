/** A request to show as a command or as code. */
export interface ShownRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that belong to the request, and not to the program that sent it. */
const shownHeaders = ['content-type', 'idempotency-key'];

/**
 * Returns a request as a curl command for a POSIX shell, with the token in `$OUTLET_ACCESS_TOKEN`. With `newKey`, each run of the
 * command sends another idempotency key.
 */
export function curlCommand(
  { method, url, headers, body }: ShownRequest & { readonly url: string },
  newKey = false,
): string {
  const parts = [method === 'GET' ? `curl ${quote(url)}` : `curl -X ${method} ${quote(url)}`];
  if (headers.authorization !== undefined) parts.push('-H "authorization: Bearer $OUTLET_ACCESS_TOKEN"');
  for (const name of shownHeaders) {
    const value = headers[name];
    if (value === undefined) continue;
    const isReplaced = newKey && name === 'idempotency-key';
    // The emulator runs on Node.js, but `uuidgen` is not part of every system.
    if (isReplaced) parts.push(`-H "${name}: $(node -p 'crypto.randomUUID()')"`);
    else parts.push(`-H ${quote(`${name}: ${value}`)}`);
  }
  if (body !== '') parts.push(`--data-raw ${quote(body)}`);
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
