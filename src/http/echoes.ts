import { isOrdinary } from './ordinary-words.js';

/** Finds where a text repeats given values, in whatever way it writes them. */
export class Echoes {
  /** Forms of values by their first characters, so that a text is looked through once, however many there are. */
  readonly #byBeginning = new Map<string, Set<string>>();
  readonly #phones: string[] = [];
  #work = 0;

  constructor(values: Iterable<string>) {
    for (const value of values) {
      for (const form of [value, ...beginningOf(value)].flatMap(writtenForms)) this.#add(form);
      const digits = value.replace(/\D/g, '');
      if (digits.length >= 7 && /^[\d\s()+./-]+$/.test(value)) this.#phones.push(digits);
    }
  }

  /** The text with something else in place of all that it repeats. */
  replaceIn(text: string, replacement: string): string {
    const pattern = this.#patternFor(text);
    return pattern ? text.replace(pattern, replacement) : text;
  }

  /** Of what the text repeats, the longest comes first. */
  #patternFor(text: string): RegExp | undefined {
    const folded = text.toLowerCase();
    const found = new Set<string>();
    for (let place = 0; place < folded.length; place += 1) {
      for (const length of beginnings) {
        for (const form of this.#byBeginning.get(folded.slice(place, place + length)) ?? []) {
          this.#work += 1;
          if (this.#work > mostWork) return everything;
          if (folded.startsWith(form, place)) found.add(form);
        }
      }
    }
    this.#work += found.size * text.length;
    if (this.#work > mostWork) return everything;
    const digits = text.replace(/\D/g, '');
    const patterns = [
      ...[...found].sort((one, other) => other.length - one.length).map(patternOf),
      ...this.#phones
        .filter((phone) => digits.includes(phone))
        .map((phone) => [...phone].join('[\\s()+./-]{0,3}')),
    ];
    return patterns.length > 0 ? new RegExp(patterns.join('|'), 'giu') : undefined;
  }

  #add(form: string): void {
    const folded = form.toLowerCase();
    if (folded.length < (isUnspaced(folded) ? 2 : 3)) return;
    const beginning = folded.slice(
      0,
      beginnings.find((length) => folded.length >= length),
    );
    const forms = this.#byBeginning.get(beginning) ?? new Set();
    this.#byBeginning.set(beginning, forms.add(folded));
  }
}

const beginnings = [8, 3, 2] as const;
/** Comparisons over all texts of an answer: past it, one that repeats a large request would be looked through for seconds. */
const mostWork = 5_000_000;
const everything = /.+/gs;

/** The words of a value that begin like names: a text may speak of a guest by the last one alone. */
export function namesIn(value: string): string[] {
  const words = value.length <= 200 ? (value.match(/\p{Lu}[\p{L}\p{M}]{2,}/gu) ?? []) : [];
  return words.filter((word) => !isOrdinary(word));
}

/** Long texts are often cut where they are quoted. */
function beginningOf(value: string): string[] {
  return value.length >= 24 ? [value.slice(0, 16)] : [];
}

/** A value as it stands in text, in JSON, in an address, in an address within an address, in a form, and in markup. */
function writtenForms(value: string): string[] {
  const spellings = [value, value.replace(/\s+/g, ' '), value.normalize('NFC'), value.normalize('NFD')];
  const forms = [...new Set(spellings)].flatMap((text) => {
    const encoded = encodeURIComponent(text.toWellFormed());
    const json = JSON.stringify(text).slice(1, -1);
    return [
      text,
      json,
      json.replaceAll('/', '\\/'),
      json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      encoded,
      encodeURIComponent(encoded),
      new URLSearchParams([['', text]]).toString().slice(1),
      ...apostrophes.map((apostrophe) => inMarkup(text, apostrophe)),
    ];
  });
  return [...new Set(forms)];
}

const apostrophes = ['&#39;', '&#x27;', '&apos;'];

function inMarkup(text: string, apostrophe: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

/** A form as a whole word, where its script has words. The beginning of a long text ends anywhere. */
function patternOf(form: string): string {
  const text = form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (isUnspaced(form)) return text;
  // What is percent-encoded ends in a digit or letter, which begins no word: `%22`, and `%2522` where it was encoded twice.
  const begin = '(?:(?<![\\p{L}\\p{N}])|(?<=%(?:25){0,3}[0-9a-f]{2}))';
  return form.length >= 16 ? `${begin}${text}[\\p{L}\\p{N}]*` : `${begin}${text}(?![\\p{L}\\p{N}])`;
}

/** Scripts that put no spaces between words. */
function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text);
}
