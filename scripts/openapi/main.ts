// `npm run openapi`: writes docs/openapi.json and docs/control-api.json.
import { writeFileSync } from 'node:fs';
import { controlApi } from './control/document.js';
import { openApi } from './document.js';

const docs = new URL('../../docs/', import.meta.url);
writeFileSync(new URL('openapi.json', docs), await openApi());
writeFileSync(new URL('control-api.json', docs), await controlApi());
