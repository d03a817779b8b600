import { chainOf, codeOf, meaningOf } from '../transport/connection-fault.js';

/** Says why a URL did not respond, and what to do. */
export function connectionProblem(error: unknown, { host, hostname }: URL): string {
  const code = codeOf(error) ?? '';
  const meaning = meaningOf(error);
  if (meaning === 'refused') return `Nothing listens on ${host}. Start the server, or check the port.`;
  if (meaning === 'unknown-host')
    return `The host name ${hostname} was not found. Check the URL, and the DNS and proxy of this machine.`;
  if (meaning === 'certificate')
    return `The TLS certificate of ${host} is not valid (${code}). Check the host name. If a proxy of your company replaces certificates, set NODE_EXTRA_CA_CERTS.`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `${host} does not respond with TLS (${code}). Check the port, and whether the URL needs http:// instead of https://.`;
  // The code of an expired `AbortSignal.timeout` is a number.
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  if (isTimeout || meaning === 'unreachable' || /TIMEOUT|TIMEDOUT/.test(code))
    return `${host} did not respond in time. Check the network, the firewall and the VPN.`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
    return `${host} closed the connection before it responded. Check the server, and whether the URL needs https:// instead of http://.`;
  // `fetch` itself only says "fetch failed".
  const reason = String(chainOf(error).at(-1)?.message ?? error).replace(/\.$/, '');
  return `The connection to ${host} failed: ${reason}. Check the URL and the network.`;
}
