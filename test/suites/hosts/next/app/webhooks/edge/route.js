import { receive } from '../../../outlet.js';

export const runtime = 'edge';

export function POST(request) {
  return receive(request);
}
