// Loaded in front of a server: tells the test which port the server got, and ends it with the test.
import { subscribe } from 'node:diagnostics_channel';

subscribe('tracing:net.server.listen:asyncEnd', ({ server }) => process.send(server.address().port));
process.on('disconnect', () => process.exit());
