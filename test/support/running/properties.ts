// Vitest runs this file before each test file. It sets how often properties run that do not say so.
import fc from 'fast-check';
import { runs } from '../runs.js';

fc.configureGlobal({ numRuns: runs(100) });
