/** What is known of a part of the range. */
export interface Sample {
  /** Milliseconds. */
  readonly length: number;
  /** Pages that came; a last page that is not full counts as a part of one. */
  readonly pages: number;
  /** Whether that is all that stands there, as far as one can tell. */
  readonly isWhole: boolean;
}

/** The part of a stretch that is tried first where nothing is known of what it holds. */
const firstPart = 1 / 128;
/** How much longer than the longest one a window can be: of those that ended, and while none has. */
const growth = { known: 4, blind: 2 };
/** What has not ended yet is likely to go on as long again. */
const surplus = 2;

/** Pages per millisecond; `undefined` where nothing is known of any part to its end. */
export function densityOf(samples: readonly Sample[]): number | undefined {
  const whole = samples.filter(({ isWhole }) => isWhole);
  if (whole.length === 0) return undefined;
  const known = ratioOf(whole);
  const more = promising(samples).filter(({ pages, length }) => pages > known * length);
  return ratioOf([...whole, ...more]);
}

/** Milliseconds of a stretch that the next window is to cover, so that it has so many pages. */
export function nextLength(samples: readonly Sample[], stretch: number, pages: number): number {
  const length = Math.min(
    longestStep(samples, stretch),
    pages / (densityOf(samples) ?? leastDensity(samples)),
  );
  // What is left over would be a window of little.
  return stretch < 1.4 * length ? stretch : length;
}

function longestStep(samples: readonly Sample[], stretch: number): number {
  const whole = samples.filter(({ isWhole }) => isWhole);
  if (whole.length > 0) return growth.known * longestOf(whole);
  return samples.length > 0 ? growth.blind * longestOf(samples) : stretch * firstPart;
}

function leastDensity(samples: readonly Sample[]): number {
  return Math.max(0, ...promising(samples).map((sample) => ratioOf([sample])));
}

/** What has not ended yet can still tell that it is more. */
function promising(samples: readonly Sample[]): Sample[] {
  return samples
    .filter(({ isWhole, pages }) => !isWhole && pages > 1)
    .map((sample) => ({ ...sample, pages: sample.pages * surplus }));
}

function ratioOf(samples: readonly Sample[]): number {
  const pages = samples.reduce((sum, sample) => sum + sample.pages, 0);
  const length = samples.reduce((sum, sample) => sum + sample.length, 0);
  return pages / length;
}

function longestOf(samples: readonly Sample[]): number {
  return Math.max(...samples.map(({ length }) => length));
}
