export { default } from '../../../orders/[id]/page';

export const runtime = 'edge';
