import { test } from 'node:test';
import { five } from './five.js';

test('the five lines', async () => {
  console.log(JSON.stringify(await five(process.env)));
});
