import type { AssumptionText } from 'assumption-texts';
import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../../components/badges.js';
import { Facts } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { type AssumptionOption, isChanged, SetAssumption } from './set-assumption.js';

interface AssumptionEntryProps {
  text: AssumptionText;
  /** `undefined` if no option exists. */
  option: AssumptionOption | undefined;
  /** Whether the location names this assumption. */
  isTarget: boolean;
}

export function AssumptionEntry({ text, option, isTarget }: AssumptionEntryProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isTarget) return;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);

  const { name, gap, section, client, fake, values } = text;
  return (
    <article class={isTarget ? 'entry target' : 'entry'} aria-labelledby={`gap-${name}`}>
      <h3 ref={heading} id={`gap-${name}`} tabIndex={-1}>
        <a href={linkTo('assumptions', name)}>
          <MarkdownCode text={capitalized(gap)} />
        </a>
      </h3>
      <p class="muted">API specification: {section}</p>
      <Facts
        facts={[
          [
            isChanged(option) ? 'Default of the emulator' : 'Emulator',
            <MarkdownCode key="fake" text={fake} />,
          ],
          ['Client', <MarkdownCode key="client" text={client} />],
          ['Option', <Option key="option" name={name} option={option} values={values} />],
        ]}
      />
    </article>
  );
}

interface OptionProps {
  name: string;
  option: AssumptionOption | undefined;
  values: string;
}

/** The value of the emulator, and the values to choose from. */
function Option({ name, option, values }: OptionProps) {
  if (option === undefined) return <Badge>Fixed</Badge>;
  return (
    <div class="stack tight">
      <SetAssumption name={name} option={option} />
      <span class="muted small">
        Values: <MarkdownCode text={values} />
      </span>
    </div>
  );
}

/** Text of a Markdown table, in which the parts between backticks are code. */
function MarkdownCode({ text }: { text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
