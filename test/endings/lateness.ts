import { loopbackService } from '../loopback-service.js';
import { endACall } from './end-a-call.js';
import { endings } from './endings.js';
import { places } from './places.js';

/** How late calls end, in milliseconds: one after the other, every way at every place, so many times. */
export async function latenesses(times: number): Promise<number[]> {
  const measured: number[] = [];
  for (let round = 0; round < times; round += 1) {
    for (const place of places) {
      for (const name of place.endedBy) {
        const service = await loopbackService((_, response) => place.answer(response));
        const { lateness } = await endACall(place, endings[name], service);
        measured.push(lateness);
        service.close();
      }
    }
  }
  return measured;
}
