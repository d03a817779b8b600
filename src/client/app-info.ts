import type { Verdict } from '../errors/issue.js';
import { checkOptions } from '../options/read-options.js';
import { VERSION } from '../version.js';

/**
 * Describes your app to the operator of the API.
 * @inline
 */
export interface AppInfo {
  /** The name of the app: an HTTP token, such as `my-app`, without spaces and slashes. */
  readonly name: string;
  /** The version of the app: an HTTP token, such as `2.3.1`. */
  readonly version?: string | undefined;
  /** A page about the app: an http or https URL in ASCII, without parentheses. */
  readonly url?: string | undefined;
}

/** Returns the header `User-Agent`. */
export function userAgentOf(app: AppInfo | undefined): string {
  const client = `outlet-open-api/${VERSION}`;
  if (app === undefined) return client;
  const product = app.version === undefined ? app.name : `${app.name}/${app.version}`;
  return app.url === undefined ? `${client} ${product}` : `${client} ${product} (${app.url})`;
}

export const checkAppInfo = checkOptions<AppInfo>((option) => ({
  name: option('name', checkProduct),
  version: option('version', checkProduct, undefined),
  url: option('url', checkUrl, undefined),
}));

/** Checks a name or version in a `User-Agent`, which has to be a token of HTTP. */
function checkProduct(value: unknown): Verdict {
  const isToken = typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value);
  return isToken || 'must be letters, digits and hyphens or dots, such as my-app';
}

function checkUrl(url: unknown): Verdict {
  const isUrl =
    typeof url === 'string' && /^https?:[!-~]+$/i.test(url) && !/[()\\]/.test(url) && URL.canParse(url);
  return isUrl || 'must be an http or https URL in ASCII, without parentheses';
}
