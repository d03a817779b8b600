import type { TextlintRuleModule } from '@textlint/types';

const maxWords = 25;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A rule of textlint: reports sentences of more than 25 words. */
export const sentences: TextlintRuleModule = ({ Syntax, RuleError, getSource, report }) => ({
  [Syntax.Paragraph](node) {
    for (const sentence of sentencesOf(getSource(node))) {
      const words = wordsIn(sentence);
      if (words > maxWords) report(node, new RuleError(`${words} words in "${sentence}"`));
    }
  },
});

/** Splits a paragraph. A sentence can start with code, a link or bold text, but the segmenter expects a capital letter. */
export function sentencesOf(paragraph: string): string[] {
  const text = paragraph
    .replace(/^\*\*\d+\. /, '**')
    .replaceAll(/`[^`]*`/g, 'Code')
    .replaceAll(/\[([^\]])([^\]]*)\]\([^)]*\)/g, (_, first, rest) => first.toUpperCase() + rest)
    .replaceAll(/[^\S\u2029]+/g, ' ');
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim());
}

export function wordsIn(sentence: string): number {
  return sentence.split(' ').filter((word) => /\p{Letter}/u.test(word)).length;
}
