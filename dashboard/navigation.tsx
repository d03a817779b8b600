import type { Overview } from '../src/emulator/contract/outlet.js';
import { Badge } from './components/badges.js';
import { Checkbox } from './components/inputs.js';
import { areShortcutsOn, turnShortcuts } from './keyboard.js';
import { linkTo } from './location.js';
import { routeGroups } from './routes.js';
import { useOverview } from './use-overview.js';

interface NavigationProps {
  view: string;
  /** Whether narrow windows show it. */
  isOpen: boolean;
}

export function Navigation({ view, isOpen }: NavigationProps) {
  const { data } = useOverview();
  return (
    <nav id="navigation" class={isOpen ? 'navigation open' : 'navigation'} aria-label="Views">
      {routeGroups.map(({ title, routes }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {routes.map(({ path, label }) => (
              <li key={path}>
                <a href={linkTo(path)} aria-current={path === view ? 'page' : undefined}>
                  {label}
                  {data !== undefined && <Marker path={path} overview={data} />}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Checkbox
        label="Shortcuts: / to search, j and k to move"
        checked={areShortcutsOn.value}
        onChange={turnShortcuts}
      />
    </nav>
  );
}

/** What a view has for the reader to do. */
function Marker({ path, overview }: { path: string; overview: Overview }) {
  const { unpublished, deliveries } = overview;
  if ((path === 'menu' && unpublished.menu) || (path === 'channels' && unpublished.channels)) {
    return <Badge tone="warning">Edited</Badge>;
  }
  if (path === 'webhooks' && deliveries.failed > 0)
    return <Badge tone="bad">{deliveries.failed} failed</Badge>;
  return null;
}
