import { json, value } from '../arguments.js';

/** The options of the command `doctor`. */
export const doctorOptions = {
  'base-url': value('url', 'URL of the API. Default: the environment variable OUTLET_BASE_URL.'),
  json,
};
