import { five } from '../../five.js';

export async function GET() {
  return Response.json(await five(process.env));
}
