// Vitest runs this file before each test file. It sets how often properties run that do not say so, and the seed of their
// examples. The verdict must be the same every time, so the seed is. `npm run nightly -- properties` tries others.
import fc from 'fast-check';
import { runs } from '../runs.js';

fc.configureGlobal({ numRuns: runs(100), seed: Number(process.env.PROPERTY_SEED ?? 1) });
