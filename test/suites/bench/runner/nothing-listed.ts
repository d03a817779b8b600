import type { Outcome } from './work.js';

/** The part of an outcome that only lists have. */
export const nothingListed: Pick<Outcome, 'pages' | 'sizes' | 'orders' | 'lost' | 'doubled'> = {
  pages: [],
  sizes: [],
  orders: 0,
  lost: 0,
  doubled: 0,
};
