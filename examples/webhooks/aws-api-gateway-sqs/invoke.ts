// Calls a function with a recorded event: `npm start -- handler events/delivery.json`.
import { readFileSync } from 'node:fs';

const [, , name, file = ''] = process.argv;
const { handler } = await (name === 'consumer' ? import('./consumer.js') : import('./handler.js'));
console.log(await handler(JSON.parse(readFileSync(file, 'utf8'))));
