import { five } from '../../../five.js';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export async function GET(request) {
  return Response.json(await five({}, new URL(request.url).searchParams.get('id')));
}
