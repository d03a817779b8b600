import type { Load } from './environment.js';
import type { Need, SuiteText } from './scenario.js';
import type { Verification } from './verification.js';

/** Returns why a scenario or a check with these needs cannot run with the configuration and `--rate`; `undefined` if it can. */
export function unmetNeed(
  needs: readonly Need[] = [],
  suite: Pick<SuiteText, 'catchUp'>,
  verification: Verification,
  load: Load | undefined,
): string | undefined {
  return needs
    .map((need) => reasonFor(need, suite, verification, load))
    .find((reason) => reason !== undefined);
}

function reasonFor(
  need: Need,
  { catchUp }: Pick<SuiteText, 'catchUp'>,
  { attach, actions, state, severalProcesses, webhookUrl }: Verification,
  load: Load | undefined,
): string | undefined {
  const without = (name: string) => (name in actions ? undefined : `Add the action ${name}.`);
  switch (need) {
    case 'restart':
      return attach ? 'The command cannot kill or restart a backend that it has not started.' : undefined;
    case 'rotation':
      return attach ? without('rotateToken') : undefined;
    case 'severalProcesses':
      return severalProcesses ? undefined : 'Set severalProcesses if two processes can run.';
    case 'addOutlet':
      return need in actions ? undefined : 'Add the action addOutlet if your backend serves several outlets.';
    case 'rate':
      return load ? undefined : 'Pass --rate with the orders a minute that guests place.';
    case 'webhooks':
      return webhookUrl === undefined ? 'Set webhookUrl if your backend receives webhooks.' : undefined;
    case 'catchUp':
      return without(catchUp);
    default:
      if ('action' in need) return without(need.action);
      return need.state in state ? undefined : `Add state.${need.state}.`;
  }
}
