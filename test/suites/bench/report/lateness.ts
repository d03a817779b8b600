import color from 'picocolors';

/** 99th percentiles in milliseconds. */
interface Lateness {
  readonly service: number;
  readonly clients: number;
}

/** Above this, the machine affects the figures. Milliseconds. */
const tooLate = 20;

/** Says how reliable the figures are. On a busy machine, delays are not caused by the client. */
export function latenessText({ service, clients }: Lateness): string {
  const text = `99 % of the simulator's timers were at most ${service.toFixed(1)} ms late, the clients' event loops ${clients.toFixed(1)} ms.`;
  const isBusy = Math.max(service, clients) > tooLate;
  return isBusy
    ? `${text} ${color.yellow('The machine was busy: figures near their bar are unreliable.')}`
    : text;
}
