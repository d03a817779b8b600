import type { Said, Word } from './program/said.js';

/** Where a program can die, in the words of the report. */
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
  refused: 'lease',
  leased: 'page',
  hands: 'callback',
  handed: 'between',
  saves: 'save',
  saved: 'page',
};

/** Where a program is that has said something last; nothing where it still loads. */
export function momentOf(last: Said | undefined): Moment {
  return last ? momentAfter[last.word] : 'lease';
}
