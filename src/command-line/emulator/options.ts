import { flag, json, value } from '../arguments.js';

/** The options of the command `emulator`. */
export const emulatorOptions = {
  port: value('port', 'The port. 0 selects a free one. Default: 4010.'),
  host: value(
    'host',
    'The network interface to listen on. Default: 127.0.0.1, which only this machine can reach.',
  ),
  seed: value('number', 'The seed of IDs, tokens, data and hostile choices. Default: 1.'),
  state: value('file', 'Save the outlet to this file, and resume from it at the next start.'),
  latency: value('ms', 'Milliseconds to wait before each request to the API. Default: 0.'),
  'no-rate-limit': flag('Allow any number of requests, and send no rate limit headers.'),
  hostile: flag('Choose what the API specification does not define at random, by the seed.'),
  json,
};
