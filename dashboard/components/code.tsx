import { Fragment } from 'preact';
import { Button } from './button.js';
import { linesOf } from './lines.js';
import { Scroll } from './scroll.js';
import { showError, showMessage } from './toasts.js';

interface CodeProps {
  text: string;
  /** What the text is, such as "Request body". */
  label: string;
}

/**
 * Text to read and copy: a body, a command or code. It shows JSON with line breaks and indentation, marks fields by their paths, and copies
 * the JSON as it is.
 */
export function Code({ text, label, marked = [] }: CodeProps & { marked?: readonly string[] }) {
  return (
    <figure class="code">
      <figcaption class="code-header">
        <span>{label}</span>
        <CopyButton text={text} label={label} />
      </figcaption>
      <Scroll label={label}>
        <pre>
          <code>
            {linesOf(text).map(({ path, text }, index) => {
              const line = marked.includes(path) ? <mark>{text}</mark> : text;
              // A repeated field has the same path.
              return <Fragment key={`${path} ${index}`}>{index > 0 ? ['\n', line] : line}</Fragment>;
            })}
          </code>
        </pre>
      </Scroll>
    </figure>
  );
}

/** Headers of a message, which are hidden until the reader opens them. */
export function Headers({ label, headers }: { label: string; headers: Readonly<Record<string, string>> }) {
  const text = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return (
    <details>
      <summary>{label}</summary>
      <Code label={label} text={text} />
    </details>
  );
}

/** Copies a text. The button is below the label of its text, unless it shows the label itself. */
export function CopyButton({ text, label, showsLabel = false }: CodeProps & { showsLabel?: boolean }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      showMessage(`Copied: ${label}.`);
    } catch {
      showError('The browser does not allow copying. Select the text and copy it.');
    }
  }
  return (
    <Button
      kind={showsLabel ? undefined : 'plain'}
      small={!showsLabel}
      label={`Copy ${label}`}
      onClick={copy}
    >
      {showsLabel ? `Copy ${label}` : 'Copy'}
    </Button>
  );
}
