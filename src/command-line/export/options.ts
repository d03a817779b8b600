import { flag, json, value } from '../arguments.js';

/** The options of the command `export`. */
export const exportOptions = {
  outlet: value(
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
Of goods receipts: a list of draft, completed, cancelled and partiallyReceived.
Default: completed.`,
  ),
  bom: flag('Start CSV with a byte order mark, so that Excel reads UTF-8.'),
  'base-url': value('url', 'URL of the API. Default: the environment variable OUTLET_BASE_URL.'),
  force: flag('Replace the file if it exists.'),
  restart: flag('Start from the beginning, even if an earlier run can be resumed.'),
  quiet: flag('Show no progress.'),
  json,
};
