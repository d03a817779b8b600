/**
 * A key as an error may show it. Keys come from inputs and answers, and can be data themselves (`{ 'ada@mail.example': 2 }`), so
 * only what looks like the name of a field is shown.
 */
export function shownKey(key: string): string {
  return /^[a-z_$][\w$-]{0,47}$/i.test(key) && !/\d{5}/.test(key) ? key : '[masked]';
}
