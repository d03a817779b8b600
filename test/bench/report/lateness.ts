import color from 'picocolors';

/** 99th percentiles in milliseconds. */
interface Lateness {
  readonly service: number;
  readonly clients: number;
}

/** From here on, the machine is part of what was measured. Milliseconds. */
const tooLate = 20;

/** How far the figures can be trusted: on a busy machine, what is late was not the client's doing. */
export function latenessText({ service, clients }: Lateness): string {
  const text = `99 % of the simulator's timers were at most ${service.toFixed(1)} ms late, the clients' event loops ${clients.toFixed(1)} ms.`;
  const isBusy = Math.max(service, clients) > tooLate;
  return isBusy
    ? `${text} ${color.yellow('The machine was busy: figures near their bar mean little.')}`
    : text;
}
