import { five } from './five.js';

export async function handler() {
  return { statusCode: 200, body: JSON.stringify(await five(process.env)) };
}
