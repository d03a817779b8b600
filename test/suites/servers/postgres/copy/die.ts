// Kills this process at a statement of the database: `DIE_AT="before commit"`, or `"after commit"`. `DIE_SKIP` skips some of them.
import { writeSync } from 'node:fs';
import pg from 'pg';

const { DIE_AT = '', DIE_SKIP = '0' } = process.env;
const [, when, statement = ''] = /^(before|after) (.*)$/.exec(DIE_AT) ?? [];
let left = Number(DIE_SKIP);

pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(query, client, call) {
    const isLast = when !== undefined && String(call[0]).startsWith(statement) && left-- === 0;
    if (isLast && when === 'before') die();
    const result = Reflect.apply(query, client, call);
    if (isLast) result.then(die);
    return result;
  },
});

function die(): void {
  writeSync(1, `dies ${DIE_AT}\n`);
  process.kill(process.pid, 'SIGKILL');
}
