/** The query of a page whose cursor is a URL, or why the client cannot follow it. */
type PageUrl = { readonly params: URLSearchParams } | { readonly problem: string };

/** Text that is a URL: absolute, or with a path or only a query. A cursor of another form never looks like this. */
const urlPattern = /^(?:https?:\/\/|\/[^\s?]*\?[\w.~%[\]-]+=|\?[\w.~%[\]-]+=)/i;

/** Returns whether a cursor is the URL of the next page. */
export function isUrl(cursor: string): boolean {
  return urlPattern.test(cursor);
}

/**
 * Reads the URL of the next page. The client takes only its parameters and sends them to its own URL, so the token goes nowhere else.
 * A proxy can end TLS and add a path, so the scheme and the start of the path can differ.
 * @param requested - the URL of the current page
 * @param path - the path of the list below `/api/v1`
 */
export function readPageUrl(text: string, requested: string, path: string): PageUrl {
  if (!URL.canParse(text, requested)) return { problem: 'is not a valid URL' };
  const url = new URL(text, requested);
  if (url.host !== new URL(requested).host)
    return { problem: 'is a URL of another host, which the client does not follow' };
  if (!url.pathname.replace(/\/+$/, '').endsWith(path))
    return { problem: `is a URL with another path than ${path}, which the client does not follow` };
  return { params: url.searchParams };
}

/** Adds a cursor to the query of a list. The parameters of a URL replace those of the query. */
export function withCursor(
  query: Readonly<Record<string, string>>,
  cursor: string,
  cursorParam: string,
  baseUrl: string,
): URLSearchParams {
  const params = new URLSearchParams(query);
  if (!isUrl(cursor)) {
    params.set(cursorParam, cursor);
    return params;
  }
  const { searchParams } = new URL(cursor, baseUrl);
  for (const name of searchParams.keys()) params.delete(name);
  for (const [name, value] of searchParams) params.append(name, value);
  return params;
}
