/** Where in a delivery the secret stands: one of them. */
export type SecretPlace =
  | {
      /** Name of a query parameter: `secret` for `https://bistro.example/hooks?secret=…`. */
      readonly query: string;
      readonly path?: undefined;
      readonly header?: undefined;
    }
  | {
      /** Template of the whole path: `/hooks/:secret`. Other parameters, as in `/hooks/:outlet/:secret`, take any segment. */
      readonly path: string;
      readonly query?: undefined;
      readonly header?: undefined;
    }
  | {
      /** Name of a header, where a gateway in front of you adds one. */
      readonly header: string;
      readonly query?: undefined;
      readonly path?: undefined;
    };

/** What is wrong with a place, if anything is. */
export function placeProblem({ query, path, header }: SecretPlace): string | undefined {
  const given = [query, path, header].filter((place) => place !== undefined);
  const isPath = path === undefined || /^\/(?!\/)(?:.*\/)?:secret(?=\/|$)/.test(path);
  const isHeader = header === undefined || /^[\w-]+$/.test(header);
  const isRight = given.length === 1 && typeof given[0] === 'string' && given[0] !== '' && isPath && isHeader;
  return isRight
    ? undefined
    : 'it must stand in one of query, header, and path, which is like /hooks/:secret';
}

/** What finds the secret in a delivery. */
export function finderOf({
  query,
  path,
  header = '',
}: SecretPlace): (request: Request) => string | undefined {
  if (query !== undefined) return ({ url }) => new URL(url).searchParams.get(query) ?? undefined;
  if (path === undefined) return ({ headers }) => headers.get(header) ?? undefined;
  const template = segmentsOf(new URL(path, 'http://localhost').href);
  const place = template.indexOf(':secret');
  return ({ url }) => {
    const segments = segmentsOf(url);
    const fits =
      segments.length === template.length &&
      template.every((part, index) => part === segments[index] || (part.startsWith(':') && segments[index]));
    return fits ? decoded(segments[place] ?? '') : undefined;
  };
}

/** A slash at the end makes no difference. */
function segmentsOf(url: string): readonly string[] {
  return new URL(url).pathname.replace(/\/$/, '').split('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
