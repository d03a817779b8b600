import { five } from '../../five';

export const dynamic = 'force-dynamic';

export async function GET() {
  return Response.json(await five(process.env));
}
