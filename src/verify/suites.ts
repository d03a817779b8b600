import { digitalOrdering } from './digital-ordering/suite.js';
import { orderData } from './order-data/suite.js';
import { type OpenSuite, openSuite } from './run-scenario.js';
import type { SuiteText } from './scenario.js';
import type { Verification } from './verification.js';

/** The suites, by the `useCase` of a configuration. */
export const suites: Readonly<Record<Verification['useCase'], SuiteText>> = {
  'digital-ordering': digitalOrdering,
  'order-data': orderData,
};

/** Returns the suite of a configuration. */
export function suiteOf(verification: Verification): OpenSuite {
  switch (verification.useCase) {
    case 'digital-ordering':
      return openSuite(digitalOrdering, verification);
    case 'order-data':
      return openSuite(orderData, verification);
  }
}
