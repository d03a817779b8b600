/** The address that a user gave, where it is one. */
export function parsedUrl(address: unknown): URL | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
}

/** What is wrong with the address of the service. */
export function baseUrlProblem(url: URL | undefined, allowInsecureHttp: boolean): string | undefined {
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an http(s) address';
  if (url.username || url.password) return 'must not have credentials';
  if (url.search || url.hash || /[?#]/.test(url.href)) return 'must not have a query or a fragment';
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return 'is plain http, which would show the token on the way: use https, or set allowInsecureHttp';
  }
  return undefined;
}

/** What paths are put behind: it ends in `/api/v1`, whether the user wrote that or not. */
export function apiAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
  );
}
