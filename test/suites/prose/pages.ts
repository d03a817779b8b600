import type { TextlintRuleModule } from '@textlint/types';
import { sentencesOf, wordsIn } from './sentences.js';

/** From this many words, a sentence is not short. */
const shortWords = 9;

/** Labels of the dashboards whose words a text hardly uses otherwise. */
const label = [
  'Overview|Orders|Menu|Channels|Goods receipts|Outlet details|API keys|Requests|Webhooks|Rate limit|Faults and clock',
  'Assumptions|Autopilot|Publish|Republish orders|Complete|Cancelled|Revoked|Reset|Hostile mode',
].join('|');
const plainLabel = new RegExp(`\\b(?:[Uu]nder|[Pp]ress|presses|[Cc]lick|[Oo]pen|[Cc]hoose) (?:${label})\\b`);
const firstLabel = new RegExp(`^\\*\\*(?:${label})\\*\\*`);

/** A header of a table that begins with a small letter. Names of packages and code do. */
const smallHeader = /^(?!outlet-open-api)[a-z]/;

/**
 * A rule of textlint for pages in Markdown: reports staccato, labels that are not bold or begin a sentence, and headers of tables without
 * a capital letter.
 */
export const pages: TextlintRuleModule = ({ Syntax, RuleError, getSource, report }) => ({
  [Syntax.Paragraph](node) {
    const paragraph = sentencesOf(getSource(node));
    const isShort = paragraph.map((sentence) => wordsIn(sentence) < shortWords);
    for (const [index, sentence] of paragraph.entries()) {
      const problem = (text: string) => report(node, new RuleError(`${text} in "${sentence}"`));
      if (isShort[index - 2] && isShort[index - 1] && isShort[index])
        problem('Third short sentence in a row');
      if (plainLabel.test(sentence)) problem('Label that is not bold');
      if (firstLabel.test(sentence)) problem('Label at the beginning');
      if (/\bThe API specification does(n[’']t| not) define/.test(sentence))
        problem('Say first what to do, then that it is undocumented');
    }
  },
  [Syntax.Table](node) {
    const [header] = node.children;
    for (const cell of header?.children ?? []) {
      const text = getSource(cell)
        .replace(/^\||\|$/g, '')
        .trim();
      if (smallHeader.test(text))
        report(cell, new RuleError(`Begin the header "${text}" with a capital letter`));
    }
  },
});
