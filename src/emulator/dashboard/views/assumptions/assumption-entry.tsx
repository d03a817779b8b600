import type { AssumptionText } from 'assumption-texts';
import { useEffect, useRef } from 'preact/hooks';
import { Badge } from '../../components/badges.js';
import { Facts } from '../../components/values.js';
import { linkTo } from '../../location.js';
import { MarkdownCode } from './markdown-code.js';

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
    <article
      class={isTarget ? 'assumption-entry target' : 'assumption-entry'}
      aria-labelledby={`gap-${name}`}
    >
      <h3 ref={heading} id={`gap-${name}`} tabIndex={-1}>
        <a href={linkTo('assumptions', name)}>
          <MarkdownCode text={capitalized(gap)} />
        </a>
      </h3>
      <p class="muted">API specification: {section}</p>
      <Facts
        facts={[
          ['Emulator', <Emulator key="emulator" text={text} value={value} isChanged={isChanged} />],
          [isChanged ? 'Default' : 'Behavior', <MarkdownCode key="fake" text={fake} />],
          ['Client', <MarkdownCode key="client" text={client} />],
          ...(value === undefined ? [] : [['Values', <MarkdownCode key="values" text={values} />] as const]),
        ]}
      />
    </article>
  );
}

function Emulator({ text: { name }, value, isChanged }: Omit<AssumptionEntryProps, 'isTarget'>) {
  if (value === undefined) return <Badge>Fixed</Badge>;
  return (
    <>
      <code>
        {name}: {value}
      </code>{' '}
      {isChanged ? <Badge tone="warning">Differs from the default</Badge> : <Badge>Default</Badge>}
    </>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
