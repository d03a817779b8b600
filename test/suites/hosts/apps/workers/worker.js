import { five } from './five.js';

export default {
  async fetch(_request, environment) {
    return Response.json(await five(environment));
  },
};
