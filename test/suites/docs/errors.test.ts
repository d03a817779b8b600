import { CallError, OutletClient } from 'outlet-open-api';
import { expect, test } from 'vitest';
import { tables } from '../../../scripts/docs/tables.js';

/** The status and outcome that the table shows for each class. */
const rows = new Map(
  Array.from(
    (tables.get('errors') ?? '').matchAll(/^\| `(\w+)`(?:, (\w+))? \| ([^|]+) \|/gm),
    ([, name = '', status = '', outcome = '']) => [name, { status, outcome }],
  ),
);

test.each([301, 303, 400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504])(
  'the table shows the class and the outcome of a call that fails with %i',
  async (status) => {
    const outlet = new OutletClient({
      baseUrl: 'https://pos.example',
      accessToken: 'token',
      rateLimit: false,
      maxRetries: 0,
      fetch: async () => Response.json({ code: status, message: 'No' }, { status }),
    });
    const error: unknown = await outlet.channels.list().catch((reason: unknown) => reason);

    if (!(error instanceof CallError)) throw error;
    const row = rows.get(error.name);
    expect(row?.outcome).toContain(`\`${error.outcome}\``);
    expect(['other', `${status}`, status >= 500 ? '5xx' : undefined]).toContain(row?.status);
  },
);
