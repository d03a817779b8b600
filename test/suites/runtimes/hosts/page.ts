import { everywhere } from '../cases/everywhere.js';
import { runCases } from '../cases/run-cases.js';

import otherCopy = require('outlet-open-api');

declare global {
  /** Runs the cases in the page. Called by the process that opened the page. */
  var run: (serviceUrl: string, report: (line: string) => void) => Promise<void>;
}

globalThis.run = (serviceUrl, report) => runCases(everywhere, { serviceUrl, otherCopy }, report);
