import { useId } from 'preact/hooks';
import { Button } from './button.js';
import { showError, showMessage } from './toasts.js';

interface CodeProps {
  text: string;
  /** What the text is, such as "Request body". */
  label: string;
}

/** Text to read and copy: a body, a command or code. */
export function Code({ text, label }: CodeProps) {
  const id = useId();
  return (
    <figure class="code">
      <figcaption class="code-header">
        <span id={id}>{label}</span>
        <CopyButton text={text} label={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the text. */}
      <section class="code-scroll" tabIndex={0} aria-labelledby={id}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  );
}

export function CopyButton({ text, label }: CodeProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      showMessage(`Copied: ${label}.`);
    } catch {
      showError('The browser does not allow copying. Select the text and copy it.');
    }
  }
  return (
    <Button kind="plain" small label={`Copy ${label}`} onClick={copy}>
      Copy
    </Button>
  );
}
