// Loaded before a job: kills it at one of its writes to the database. After `3.4`, three are done and four tenths of the next one got
// through. What a kill leaves is what was written before it, so that this is any moment, whatever the machine does meanwhile.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const { DATABASE, DIE_WHILE, DIE_AFTER_WRITES } = process.env;
const { writeSync } = fs;
const { write } = Socket.prototype;
const { fetch } = globalThis;
let isCounting = DIE_WHILE === 'opening';
let left = Number(DIE_AFTER_WRITES);

/** Writes to a file or to a server. A server does not process a part of a statement. */
function count(writePart) {
  if (!isCounting) return writePart(1);
  const written = writePart(Math.min(left, 1));
  if (left < 1) process.kill(process.pid, 'SIGKILL');
  left -= 1;
  return written;
}

// PGlite
fs.writeSync = (file, bytes, offset, length, position) =>
  count((part) => writeSync(file, bytes, offset, Math.floor(length * part), position));
syncBuiltinESMExports();

// PostgreSQL
const port = URL.canParse(DATABASE) && Number(new URL(DATABASE).port);
Socket.prototype.write = function (...call) {
  if (this.remotePort !== port) return write.apply(this, call);
  return count((part) => part === 1 && write.apply(this, call));
};

globalThis.fetch = (...call) => {
  isCounting = true;
  return fetch(...call);
};
