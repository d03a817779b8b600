import { isIP } from 'node:net';

/** Returns whether a `Host` header is one that the emulator accepts. */
export type IsAllowedHost = (host: string) => boolean;

/**
 * Returns a function that accepts localhost, IP addresses, the bound host, and the names in `allowed`. Otherwise, a website could point
 * its own name at the emulator, and use the API and the dashboard from the reader's browser. This is impossible with an IP address.
 */
export function hostMatcher(boundHost: string, allowed: readonly string[]): IsAllowedHost {
  const names = ['localhost', boundHost, ...allowed].map((name) => name.toLowerCase());
  return (host) => {
    const name = host.replace(/:\d+$/, '').toLowerCase();
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
    return isAddress || names.includes(name) || name.endsWith('.localhost');
  };
}

/** Says how to reach the emulator by a host that it does not accept. */
export function hostProblem(host: string): string {
  const name = host.replace(/:\d+$/, '');
  return `The emulator does not accept the host ${JSON.stringify(host)}. Use localhost or an IP address, or start it with --allowed-host ${name}.`;
}
