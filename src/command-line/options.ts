import { flag, json, value, values } from './arguments.js';
import { listOptions } from './list-options.js';

const baseUrl = value('url', 'URL of the API. Default: the environment variable OUTLET_BASE_URL.');
const insecureHttp = flag('Allow plain HTTP to other machines, which sends the token unencrypted.');

/** The options of the command `emulator`. */
export const emulatorOptions = {
  port: value('port', 'The port. 0 selects a free one. Default: 4010.'),
  host: value(
    'host',
    'The network interface to listen on. Default: 127.0.0.1, which only this machine can reach.',
  ),
  'allowed-host': values(
    'name',
    'Accept requests to this host name of the machine, such as the name of a container. Repeatable.',
  ),
  seed: value(
    'number',
    'The seed of IDs, tokens, data and hostile choices. Default: 1, with random IDs of new entries.',
  ),
  state: value('file', 'Save the outlet to this file, and resume from it at the next start.'),
  data: value('file', 'Start with the outlet in this state file, which is not changed. A reset restores it.'),
  'webhook-url': values(
    'url',
    'Send the webhooks of the default keys to this URL. For one key, write its use case before the URL, such as order-data=http://localhost:8080. Repeatable.',
  ),
  latency: value('ms', 'Milliseconds to wait before an API request. Default: 0.'),
  'no-rate-limit': flag('Allow any number of requests, and send no rate limit headers.'),
  hostile: flag('Choose undocumented details of the API at random, by the seed.'),
  assume: values(
    'name=value',
    'Set an undocumented detail of the API, such as orderSorting=newest-first. Repeatable.',
  ),
  learned: value(
    'file',
    'Set the undocumented details in this file, which learn or you wrote. --assume takes precedence.',
  ),
  quiet: flag('Do not print a line for each request and each delivery.'),
  json: flag('Print the URLs and the tokens as JSON, in one line, and no requests or deliveries.'),
};

/** The options of the command `doctor`. */
export const doctorOptions = {
  'base-url': baseUrl,
  ...listOptions,
  'allow-insecure-http': insecureHttp,
  json,
};

/** The options of the command `webhooks send`. */
export const sendOptions = {
  to: value('url', 'The URL of the receiver, with its secret if it checks one.', true),
  id: value('order-id', 'The ID of the order. Default: order-1. Events without an order have no ID.'),
  json,
};

/** The options of the command `webhooks listen`. */
export const listenOptions = {
  port: value('port', 'The port on 127.0.0.1. 0 selects a free one. Default: 8080.'),
  emulator: value(
    'url',
    'Receive the webhooks of the default keys of the emulator at this URL. The old webhook URLs are put back at the end.',
  ),
  forward: value('url', 'Forward each delivery to this URL, and respond with its status.'),
  json: flag('Print each delivery as JSON, in one line.'),
};

/** The options of the command `export`. */
export const exportOptions = {
  'outlet-ref': value(
    'id',
    'A stable ID of the outlet, chosen by you. An export of another outlet is not resumed.',
    true,
  ),
  from: value('time', 'Start of the range, such as 2026-01-01T00:00:00Z.', true),
  out: value('file', 'The file to write. It appears when it is complete.', true),
  to: value('time', 'End of the range. Default: now.'),
  format: value('format', 'csv or ndjson. Default: the extension of the file.'),
  status: value(
    'status',
    `Of orders: complete or cancelled. Default: all.
Of goods receipts: a list of draft, completed, cancelled and partiallyReceived. Default: completed.`,
  ),
  bom: flag('Start CSV with a byte order mark, so that Excel reads UTF-8.'),
  ...listOptions,
  'base-url': baseUrl,
  'allow-insecure-http': insecureHttp,
  force: flag('Replace the file if it exists.'),
  restart: flag('Start from the beginning, even if an earlier run can be resumed.'),
  json,
};

/** The options of the command `learn`. */
export const learnOptions = {
  key: values(
    'use-case=NAME',
    'The environment variable NAME contains the token of this use case. Repeatable. Default: the token in OUTLET_ACCESS_TOKEN.',
  ),
  out: value('file', 'Write what is certain to this file, for the emulator and your tests.'),
  write: flag('Also create orders and reservations, and cancel them. Needs --sandbox.'),
  sandbox: value(
    'host',
    'The host of the URL, which confirms that it is a sandbox, and that no kitchen sees its orders.',
  ),
  'base-url': baseUrl,
  'allow-insecure-http': insecureHttp,
  json,
};

/** The options of the command `verify`. */
export const verifyOptions = {
  init: value('use-case', 'Write a configuration to fill in, such as for digital-ordering, and run nothing.'),
  config: value('file', 'The configuration. Default: outlet-verify.config.mjs or .ts in this folder.'),
  only: values('scenario', 'Run only this scenario, or several with commas. Repeatable.'),
  seeds: value('range', 'The seeds of data and faults, such as 7 or 1-3. Default: 1.'),
  rate: value('orders', 'Also let guests place this many orders a minute, from 1 to 120, for a minute.'),
  strict: flag('Fail if a scenario was skipped or left out, or with fewer than three seeds.'),
  report: value('file', 'Also write a report to this file with the endings .json and .html.'),
  junit: value('file', 'Also write the results to this file, as JUnit XML.'),
  json,
};
