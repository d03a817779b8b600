import { Button } from './button.js';
import { Scroll } from './scroll.js';
import { showError, showMessage } from './toasts.js';

interface CodeProps {
  text: string;
  /** What the text is, such as "Request body". */
  label: string;
}

/** Text to read and copy: a body, a command or code. JSON gets line breaks and indentation. */
export function Code({ text: source, label }: CodeProps) {
  const text = formatted(source);
  return (
    <figure class="code">
      <figcaption class="code-header">
        <span>{label}</span>
        <CopyButton text={text} label={label} />
      </figcaption>
      <Scroll label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scroll>
    </figure>
  );
}

/** Returns JSON with line breaks and indentation, and any other text as it is. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function CopyButton({ text, label }: CodeProps) {
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
