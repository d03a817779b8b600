import { accounting } from './accounting/suite.js';
import { digitalOrdering } from './digital-ordering/suite.js';
import type { Load } from './environment.js';
import { inventory } from './inventory/suite.js';
import { orderData } from './order-data/suite.js';
import { reservations } from './reservations/suite.js';
import { type OpenSuite, openSuite } from './run-scenario.js';
import type { Members, SuiteText } from './scenario.js';
import type { Verification } from './verification.js';

/** The suites, by the `useCase` of a configuration. */
export const suites: Readonly<Record<Verification['useCase'], SuiteText>> = {
  'digital-ordering': digitalOrdering,
  'order-data': orderData,
  reservations,
  'inventory-management': inventory,
  accounting,
};

/** The actions of every backend. */
export const commonActions: Members = {
  rotateToken: {
    about:
      'Gets { token }, and uses this token from now on. Default: a restart with the token in the environment.',
    example: "'POST http://127.0.0.1:{port}/token'",
    isOptional: true,
  },
  addOutlet: {
    about: 'Gets { outletRef, token }, and serves this outlet too. The other URLs then need {outletRef}.',
    example: "'POST http://127.0.0.1:{port}/outlets'",
    isOptional: true,
  },
};

/** Returns the suite of a configuration, with the checks that can look at something. */
export function suiteOf(verification: Verification, load?: Load): OpenSuite {
  switch (verification.useCase) {
    case 'digital-ordering':
      return openSuite(digitalOrdering, verification, load);
    case 'order-data':
      return openSuite(orderData, verification, load);
    case 'reservations':
      return openSuite(reservations, verification, load);
    case 'inventory-management':
      return openSuite(inventory, verification, load);
    case 'accounting':
      return openSuite(accounting, verification, load);
  }
}
