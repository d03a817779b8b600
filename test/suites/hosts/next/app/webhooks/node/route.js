import { receive } from '../../../outlet.js';

export const runtime = 'nodejs';

export function POST(request) {
  return receive(request);
}
