import fc from 'fast-check';

// A mutant that lives is met by every test: properties that draw fewer cases meet it sooner.
fc.configureGlobal({ numRuns: 30, seed: 1 });
