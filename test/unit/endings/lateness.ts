import { loopbackService } from '../../support/services/loopback-service.js';
import { endACall } from './end-a-call.js';
import { endings } from './endings.js';
import { places } from './places.js';

/** Measures how late calls end, in milliseconds, with every ending at every place, several times. */
export async function latenesses(times: number): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < times; round += 1) {
    for (const place of places) {
      for (const name of place.endedBy) {
        const service = await loopbackService((_, response) => place.respond(response));
        const { lateness } = await endACall(place, endings[name], service);
        measured.push(lateness);
        service.close();
      }
    }
  }
  return measured;
}
