import { five } from './five.js';

console.log(JSON.stringify(await five(process.env)));
