/** Returns whether a text is a URL that webhooks can be sent to. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
