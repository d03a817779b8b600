// Kills this process when a folder has a number of files, at the latest when the process would end. Preloaded with `--import`.
import { existsSync, readdirSync } from 'node:fs';

const { KILL_AT_FOLDER, KILL_AT_FILES } = process.env;
const look = () => {
  const isReached = existsSync(KILL_AT_FOLDER) && readdirSync(KILL_AT_FOLDER).length >= Number(KILL_AT_FILES);
  if (isReached) process.kill(process.pid, 'SIGKILL');
};
setInterval(look, 1).unref();
process.on('exit', look);
