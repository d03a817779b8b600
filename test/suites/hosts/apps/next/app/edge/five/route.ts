export { GET } from '../../five/route';

export const runtime = 'edge';
export const dynamic = 'force-dynamic';
