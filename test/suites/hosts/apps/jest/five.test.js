import { five } from './five.js';

test('the five lines', async () => {
  const shown = await five(process.env);
  process.stdout.write(`${JSON.stringify(shown)}\n`);
  expect(shown.order).toBe('open');
});
