import { route } from '@react-router/dev/routes';

export default [route('five', 'five-route.js')];
