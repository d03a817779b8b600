import { assumptionTexts } from 'assumption-texts';
import { linkTo } from '../location.js';

/** Marks a place where the API specification says nothing and the emulator chose. Links to the assumption. */
export function Assumption({ name }: { name: string }) {
  const text = assumptionTexts.find((entry) => entry.name === name);
  if (text === undefined) throw new Error(`docs/reference/assumptions.md has no assumption ${name}.`);
  const label = `Assumed, because it is undocumented: ${text.gap}`;
  return (
    <a class="assumption" href={linkTo('assumptions', name)} aria-label={label} title={label}>
      assumed
    </a>
  );
}
