import type { Said, Word } from './program/output-lines.js';

/** When a program can be killed, as the report says it. */
export const moments = {
  lease: 'before it has the lease',
  page: 'while a page is fetched',
  callback: 'inside `onOrders` or `onChanged`',
  between: 'between the callback and the save',
  save: 'during a save',
} as const;

export type Moment = keyof typeof moments;

export const allMoments = Object.keys(moments).filter((name): name is Moment => name in moments);

const momentAfter: Readonly<Record<Word, Moment>> = {
  asks: 'lease',
  held: 'lease',
  leased: 'page',
  delivers: 'callback',
  delivered: 'between',
  saves: 'save',
  saved: 'page',
};

/** Returns what a program does after the last line that it wrote, or after its start. */
export function momentOf(last: Said | undefined): Moment {
  return last ? momentAfter[last.word] : 'lease';
}
