import type { Verdict } from '../errors/issue.js';
import { isText } from '../options/checks.js';
import { mistakeIn } from '../options/mistaken-text.js';

export function checkBaseUrl(
  baseUrl: unknown,
  { allowInsecureHttp = false }: { readonly allowInsecureHttp?: boolean | undefined },
): Verdict {
  if (baseUrl === '') return 'is missing: pass it, or set OUTLET_BASE_URL';
  const url = isText(baseUrl) && URL.canParse(baseUrl) && new URL(baseUrl);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return (
      (isText(baseUrl) && mistakeIn(baseUrl, 'URL')) || 'must be an HTTP(S) URL, such as https://pos.example'
    );
  if (url.username || url.password) return 'must not have credentials';
  if (url.search || url.hash || /[?#]/.test(url.href)) return 'must not have a query or a fragment';
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return 'must use HTTPS; to send the token unencrypted over plain HTTP, set allowInsecureHttp';
  }
  return true;
}

/** Returns the URL that paths are appended to. It ends in `/api/v1`. */
export function apiUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
}

/** Returns whether a host name is that of this machine. IPv6 addresses have brackets. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
  );
}
