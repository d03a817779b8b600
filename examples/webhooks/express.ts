import express from 'express';
import { toNodeListener } from 'outlet-open-api/webhooks';
import { createHandler } from './handler.js';
import { enqueue } from './queue.js';

const app = express();
// Before express.json(), the handler checks the secret before it reads the body. After it, the handler uses the parsed body.
app.all('/webhooks', toNodeListener(createHandler(process.env, enqueue)));
app.use(express.json());
app.listen(Number(process.env.PORT ?? 3000), (error) => {
  if (error) throw error;
});
