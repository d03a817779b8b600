// Lets the clock of this process jump by up to an hour, if `CLOCK_SEED` is set. Timers are not affected.
import { createRandom } from '../../../../../src/random.js';

const { CLOCK_SEED } = process.env;

if (CLOCK_SEED !== undefined) {
  const random = createRandom(Number(CLOCK_SEED));
  const SystemDate = Date;
  const jump = () => random.pick([0, 1, -1]) * random.integer(0, 3_600_000);
  let ahead = jump();
  setInterval(() => {
    ahead = jump();
  }, 700).unref();
  const now = () => SystemDate.now() + ahead;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (date, values) => Reflect.construct(date, values.length === 0 ? [now()] : values),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
}
