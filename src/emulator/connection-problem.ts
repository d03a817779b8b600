import { codeOf } from '../transport/connection-fault.js';

/** Says why a URL did not respond, and what to do. */
export function connectionProblem(error: unknown, { host, hostname, protocol }: URL): string {
  const code = codeOf(error) ?? '';
  if (code === 'ECONNREFUSED') return `Nothing listens on ${host}. Start the server, or check the port.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host name ${hostname} was not found. Check the URL, and the DNS and proxy of this machine.`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `${host} does not respond with TLS (${code}). Check the port, and whether the URL needs http:// instead of https://.`;
  if (protocol === 'https:' && /CERT|SIGN|ISSUER|TLS/.test(code))
    return `The TLS certificate of ${host} is not valid (${code}). Check the host name. If a proxy of your company replaces certificates, set NODE_EXTRA_CA_CERTS.`;
  if (isTimeout(error) || /TIMEOUT|TIMEDOUT|UNREACH/.test(code))
    return `${host} did not respond in time. Check the network, the firewall and the VPN.`;
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
    return `${host} closed the connection before it responded. Check the server, and whether the URL needs https:// instead of http://.`;
  return `The connection to ${host} failed: ${reasonOf(error)}. Check the URL and the network.`;
}

/** Returns the message of the innermost cause, because `fetch` itself only says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message.replace(/\.$/, '') : reasonOf(error.cause);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
