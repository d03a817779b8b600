import fc from 'fast-check';

// Every test runs against a surviving mutant, so properties draw fewer cases. Nobody reads
// counterexamples here, so they are not shrunk.
fc.configureGlobal({ numRuns: 30, seed: 1, endOnFailure: true });
