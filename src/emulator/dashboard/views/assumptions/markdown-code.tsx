/** Text of a Markdown table, in which the parts between backticks are code. */
export function MarkdownCode({ text }: { text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
