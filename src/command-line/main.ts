#!/usr/bin/env node
import { runCommandLine } from './run.js';

const interruption = new AbortController();
// A second signal ends the process at once.
process.once('SIGINT', () => interruption.abort({ exitCode: 130 }));
process.once('SIGTERM', () => interruption.abort({ exitCode: 143 }));
// The terminal was closed.
process.once('SIGHUP', () => interruption.abort({ exitCode: 129 }));
// The reader of a pipe has ended, such as `head`.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', () => interruption.abort({ exitCode: 141 }));
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
});
