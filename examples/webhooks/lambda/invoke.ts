// Calls the handler with a recorded event.
import { readFileSync } from 'node:fs';
import { handler } from './handler.js';

const event = readFileSync(new URL('event.json', import.meta.url), 'utf8');
console.log(await handler(JSON.parse(event)));
