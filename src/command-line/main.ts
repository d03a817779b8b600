#!/usr/bin/env node
import { runCommandLine } from './run.js';

const interruption = new AbortController();
// A second signal ends the process at once.
process.once('SIGINT', () => interruption.abort({ exitCode: 130 }));
process.once('SIGTERM', () => interruption.abort({ exitCode: 143 }));

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
});
