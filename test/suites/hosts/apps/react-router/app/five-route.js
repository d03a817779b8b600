import { five } from '../five.js';

export async function loader() {
  return Response.json(await five(process.env));
}
