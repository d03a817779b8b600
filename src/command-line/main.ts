#!/usr/bin/env node
import { runCommandLine } from './run.js';

const leaving = new AbortController();
// The second time, the process ends as it would without us.
process.once('SIGINT', () => leaving.abort({ exitCode: 130 }));
process.once('SIGTERM', () => leaving.abort({ exitCode: 143 }));

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  signal: leaving.signal,
});
