// Loaded before a server: sends its port to the test, and exits when the test does.
import { subscribe } from 'node:diagnostics_channel';

subscribe('tracing:net.server.listen:asyncEnd', ({ server }) => process.send(server.address().port));
process.on('disconnect', () => process.exit());
