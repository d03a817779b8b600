import express from 'express';
import { five } from './five';

const app = express();
app.get('/five', (_request, response, next) => {
  five(process.env).then((shown) => response.json(shown), next);
});
app.listen(process.env.PORT);
