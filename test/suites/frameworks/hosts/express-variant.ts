// Express in the version of the first argument, behind the body parser of the second.
import { listener } from './receiver.js';

const [, , version, parser] = process.argv;
const { default: express }: { default: typeof import('express') } = await import(
  version === '4' ? 'express4' : 'express'
);

const app = express();
if (parser === 'json') app.use(express.json());
if (parser === 'text') app.use(express.text({ type: '*/*' }));
if (parser === 'raw') app.use(express.raw({ type: '*/*' }));
app.use('/webhooks', listener);
app.listen(0);
