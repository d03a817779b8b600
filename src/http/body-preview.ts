/** Types of content that are told by name; another one could hold anything. */
const knownTypes = new Set([
  'application/json',
  'application/problem+json',
  'application/octet-stream',
  'application/xml',
  'text/html',
  'text/plain',
  'text/xml',
]);

/** Says what a body looks like, and nothing of what stands in it. `undefined` is one that was too large to be read. */
export function previewOf({ headers }: Response, text: string | undefined): string {
  const type = typeOf(headers.get('content-type'));
  return text === undefined
    ? `${type}, not read to its end`
    : `${type}, ${text.length} characters, ${kindOf(text.trimStart())}`;
}

function typeOf(header: string | null): string {
  if (header === null) return 'no content type';
  const type = header.split(';', 1).join('').trim().toLowerCase();
  return knownTypes.has(type) ? type : 'an unusual content type';
}

function kindOf(text: string): string {
  if (text === '') return 'empty';
  if (text.startsWith('<')) return 'begins like markup';
  if (text.startsWith('{') || text.startsWith('[')) return 'begins like JSON';
  return 'begins like plain text';
}
