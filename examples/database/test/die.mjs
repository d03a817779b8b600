// Loaded before a job: kills it at one of its writes to the database. After `3.4`, three are done and four tenths of the next one got
// through. What a kill leaves is what was written before it, so that this is any moment, whatever the machine does meanwhile.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { DIE_WHILE, DIE_AFTER_WRITES } = process.env;
const { writeSync } = fs;
const { fetch } = globalThis;
let isCounting = DIE_WHILE === 'opening';
let left = Number(DIE_AFTER_WRITES);

fs.writeSync = (file, bytes, offset, length, position) => {
  if (!isCounting) return writeSync(file, bytes, offset, length, position);
  const written = writeSync(file, bytes, offset, Math.floor(length * Math.min(left, 1)), position);
  if (left < 1) process.kill(process.pid, 'SIGKILL');
  left -= 1;
  return written;
};
syncBuiltinESMExports();

globalThis.fetch = (...call) => {
  isCounting = true;
  return fetch(...call);
};
