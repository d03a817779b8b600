// A backend with an outbox in files, which the test kills.
import { join } from 'node:path';
import { createFileOutboxStore } from '../../../../src/sync/node/index.js';
import { serveOutbox } from '../../../support/outbox/serve-outbox.js';

serveOutbox(createFileOutboxStore(join(process.argv[2] ?? '', 'outbox')));
