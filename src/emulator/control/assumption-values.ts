import { useCases } from '../../entities/use-case.js';
import { type Assumptions, defaultAssumptions } from '../../fake/assumptions.js';
import { fakeEndpoints } from '../../fake/service/router.js';

/** Returns the values of the assumptions in the form that the reference page uses. */
export function assumptionValues(assume: Readonly<Assumptions>): Record<string, string> {
  const { allows, outletUpdatedReceivers, ...others } = assume;
  const texts = Object.entries(others).map(([name, value]) => [name, textOf(value)]);
  return {
    ...Object.fromEntries(texts),
    allows: endpointsText(allows),
    outletUpdatedReceivers:
      outletUpdatedReceivers.length === useCases.length ? 'all' : textOf(outletUpdatedReceivers),
  };
}

/** The values of an emulator without options. */
export const defaultAssumptionValues = assumptionValues(defaultAssumptions);

function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', "'");
}

const maxNamed = 3;

function endpointsText(allows: Assumptions['allows']): string {
  const refused = useCases.flatMap((useCase) =>
    fakeEndpoints
      .filter((endpoint) => allows[useCase]?.includes(endpoint) === false)
      .map((endpoint) => `${endpoint} (${useCase})`),
  );
  if (refused.length === 0) return 'all endpoints';
  const named = refused.slice(0, maxNamed).join(', ');
  const rest = refused.length - maxNamed;
  return `all endpoints except ${named}${rest > 0 ? ` and ${rest} more` : ''}`;
}
