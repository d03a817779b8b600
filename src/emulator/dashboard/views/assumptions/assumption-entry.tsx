import type { AssumptionText } from 'assumption-texts';
import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../../components/badges.js';
import { Facts } from '../../components/values.js';
import { linkTo } from '../../location.js';

interface AssumptionEntryProps {
  text: AssumptionText;
  /** The value of the emulator; `undefined` if no option exists. */
  value: string | undefined;
  isChanged: boolean;
  /** Whether the location names this assumption. */
  isTarget: boolean;
}

export function AssumptionEntry({ text, value, isChanged, isTarget }: AssumptionEntryProps) {
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
          [isChanged ? 'Default of the emulator' : 'Emulator', <MarkdownCode key="fake" text={fake} />],
          ['Client', <MarkdownCode key="client" text={client} />],
          ['Option', <Option key="option" name={name} value={value} values={values} isChanged={isChanged} />],
        ]}
      />
    </article>
  );
}

interface OptionProps {
  name: string;
  value: string | undefined;
  values: string;
  isChanged: boolean;
}

/** The value of the emulator, and the values to choose from. */
function Option({ name, value, values, isChanged }: OptionProps) {
  if (value === undefined) return <Badge>Fixed</Badge>;
  return (
    <span class="stack tight">
      <span class="row">
        <code>
          {name}: {value}
        </code>
        <Badge tone={isChanged ? 'warning' : 'neutral'}>
          {isChanged ? 'Differs from the default' : 'Default'}
        </Badge>
      </span>
      <span class="muted small">
        Values: <MarkdownCode text={values} />
      </span>
    </span>
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
