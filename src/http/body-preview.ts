/** Says what a body looks like, and nothing of what stands in it. */
export function previewOf(response: Response, text: string): string {
  const type =
    /^[\w.+-]+\/[\w.+-]+/.exec(response.headers.get('content-type') ?? '')?.[0] ?? 'no content type';
  return `${type}, ${text.length} characters, ${kindOf(text.trimStart())}`;
}

function kindOf(text: string): string {
  if (text === '') return 'empty';
  if (text.startsWith('<')) return 'begins like markup';
  if (text.startsWith('{') || text.startsWith('[')) return 'begins like JSON';
  return 'begins like plain text';
}
