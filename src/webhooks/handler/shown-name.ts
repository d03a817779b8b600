/** The name of an event as a log line may show it. It came from outside, and can hold anything. */
export function shownName(name: string): string {
  return /^[a-z][\w.-]{0,63}$/i.test(name) && !/\d{5}/.test(name) ? name : '[masked]';
}
