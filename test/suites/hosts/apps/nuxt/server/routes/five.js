import { five } from '../../five.js';

export default defineEventHandler(() => five(process.env));
