import { Code } from './code.js';
import { SelectFilter } from './filters.js';
import { linesOf } from './lines.js';
import { Section } from './page.js';
import { Facts } from './values.js';

interface CompareWithProps {
  /** The entries to compare with, such as the other attempts of a delivery. */
  options: readonly { readonly value: string; readonly label: string }[];
}

/** Chooses what the entry of the view is compared with. */
export function CompareWith({ options }: CompareWithProps) {
  if (options.length === 0) return null;
  return <SelectFilter name="with" label="Compare with" all="Nothing" options={options} />;
}

/** One of two entries, as the comparison shows it. */
export interface Compared {
  readonly title: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** Two entries beside each other, with what differs marked. */
export function Comparison({ one, other }: { one: Compared; other: Compared }) {
  return (
    <div class="beside">
      <Side shown={one} other={other} />
      <Side shown={other} other={one} />
    </div>
  );
}

function Side({ shown, other }: { shown: Compared; other: Compared }) {
  const facts = Object.entries(shown.facts).map(([name, value]) => {
    return [name, value === other.facts[name] ? value : <mark key={name}>{value}</mark>] as const;
  });
  return (
    <Section title={shown.title}>
      <Facts facts={facts} />
      {Object.entries(shown.texts).map(([label, text]) => (
        <Code
          key={label}
          label={`${shown.title}: ${label}`}
          text={text}
          marked={differingPaths(text, other.texts[label] ?? '')}
        />
      ))}
    </Section>
  );
}

/** Returns the paths of the lines that the other text does not have. */
function differingPaths(text: string, other: string): string[] {
  const keyOf = ({ path, text }: { path: string; text: string }) => `${path}\n${text.replace(/,$/, '')}`;
  const known = new Set(linesOf(other).map(keyOf));
  return linesOf(text)
    .filter((line) => !known.has(keyOf(line)))
    .map(({ path }) => path);
}
