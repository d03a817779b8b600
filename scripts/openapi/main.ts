// `npm run openapi`: writes docs/openapi.json.
import { writeFileSync } from 'node:fs';
import { openApi } from './document.js';

writeFileSync(new URL('../../docs/openapi.json', import.meta.url), await openApi());
