import type { TextlintRuleModule } from '@textlint/types';

const maxWords = 25;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A rule of textlint: reports sentences of more than 25 words. */
export const sentences: TextlintRuleModule = ({ Syntax, RuleError, getSource, report }) => ({
  [Syntax.Paragraph](node) {
    // A sentence can start with code or a link, but the segmenter expects a capital letter.
    const text = getSource(node)
      .replaceAll(/`[^`]*`/g, 'Code')
      .replaceAll(/\[([^\]])([^\]]*)\]\([^)]*\)/g, (_, first, rest) => first.toUpperCase() + rest)
      .replaceAll(/[^\S\u2029]+/g, ' ');
    for (const { segment } of segmenter.segment(text)) {
      const words = segment.split(' ').filter((word) => /\p{Letter}/u.test(word)).length;
      if (words > maxWords) report(node, new RuleError(`${words} words in "${segment.trim()}"`));
    }
  },
});
