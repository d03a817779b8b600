/** Parts of a set, each a table of its own: it grows part by part, and never needs the room of two whole sets. */
const parts = 64;
const smallestPart = 8;
const growth = 1.5;
/** Above this share of taken places, looking for a free one gets slow. */
const mostTaken = 0.75;

/**
 * A set of fingerprints that takes 11 to 16 bytes for each, where a `Set` of numbers takes 40. It only grows: drop it whole.
 */
export class Fingerprints {
  readonly #parts: Part[] = [];

  /** Takes a fingerprint in, and says whether it is new. */
  add(fingerprint: number): boolean {
    const index = fingerprint % parts;
    const part = this.#parts[index] ?? new Part();
    this.#parts[index] = part;
    return part.add(entryOf(fingerprint));
  }

  has(fingerprint: number): boolean {
    return this.#parts[fingerprint % parts]?.has(entryOf(fingerprint)) ?? false;
  }
}

/** What stands for a fingerprint inside its part: never 0, which marks a free place. */
function entryOf(fingerprint: number): number {
  return Math.floor(fingerprint / parts) + 1;
}

/** A hash table with open addressing. Fingerprints are as good as random, so that they serve as their own hashes. */
class Part {
  #places = new Float64Array(smallestPart);
  #size = 0;

  has(entry: number): boolean {
    return this.#places[placeOf(entry, this.#places)] === entry;
  }

  add(entry: number): boolean {
    const place = placeOf(entry, this.#places);
    if (this.#places[place] === entry) return false;
    this.#places[place] = entry;
    this.#size += 1;
    if (this.#size > this.#places.length * mostTaken) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = new Float64Array(Math.ceil(this.#places.length * growth));
    for (const entry of this.#places) if (entry !== 0) larger[placeOf(entry, larger)] = entry;
    this.#places = larger;
  }
}

/** Where an entry stands, or the free place where it would. */
function placeOf(entry: number, places: Float64Array): number {
  let place = entry % places.length;
  while (places[place] !== 0 && places[place] !== entry) place = (place + 1) % places.length;
  return place;
}
