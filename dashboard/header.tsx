import type { Overview } from '../src/emulator/contract/outlet.js';
import { Badge, type Tone } from './components/badges.js';
import { Select } from './components/inputs.js';
import { countText, formatDuration } from './components/values.js';
import { focusHeading } from './focus.js';
import { currentLocation, linkTo } from './location.js';
import { useOverview } from './use-overview.js';

interface HeaderProps {
  isMenuOpen: boolean;
  onMenu(): void;
}

/** The name of the outlet, and what makes it behave differently from a real one. */
export function Header({ isMenuOpen, onMenu }: HeaderProps) {
  const { data } = useOverview();
  return (
    <header class="app-header">
      <button type="button" class="button skip-link" onClick={focusHeading}>
        Skip to content
      </button>
      <a class="brand" href={linkTo('overview')}>
        <img src="favicon.svg" alt="" />
        Outlet emulator
      </a>
      {data !== undefined && <ShownOutlet overview={data} />}
      <div class="row">
        {data !== undefined && <Deviations overview={data} />}
        <span class="menu-button">
          <button
            type="button"
            class="button small"
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={onMenu}
          >
            Menu
          </button>
        </span>
      </div>
    </header>
  );
}

/** The name of the outlet. With several outlets, the reader chooses which one the page shows. Its entities are others, so the view shows its list. */
function ShownOutlet({ overview: { outletId, outletName, outlets } }: { overview: Overview }) {
  if (outlets.length === 1) return <span class="outlet-name muted">{outletName}</span>;
  return (
    <Select
      label="Outlet"
      value={outletId}
      onChange={(id) =>
        location.assign(`?${new URLSearchParams({ outlet: id })}${linkTo(currentLocation.value.view)}`)
      }
      options={outlets.map(({ outletId, name }) => ({ value: outletId, label: `${name} (${outletId})` }))}
    />
  );
}

function Deviations({ overview }: { overview: Overview }) {
  const { activeFaults, autopilotInterval, clockAheadBy, isClockHeld, hostile, rateLimited } = overview;
  const badges: readonly (readonly [isShown: boolean, view: string, tone: Tone, text: string])[] = [
    [activeFaults > 0, 'faults', 'bad', countText(activeFaults, 'active fault')],
    [hostile, 'assumptions', 'warning', 'Hostile mode'],
    [autopilotInterval !== undefined, 'orders', 'info', 'Autopilot'],
    [isClockHeld, 'faults', 'warning', 'Clock held'],
    [clockAheadBy > 0 && !isClockHeld, 'faults', 'info', `Clock ${formatDuration(clockAheadBy)} ahead`],
    [!rateLimited, 'requests', 'neutral', 'No rate limit'],
  ];
  return badges
    .filter(([isShown]) => isShown)
    .map(([, view, tone, text]) => (
      <a key={text} href={linkTo(view)}>
        <Badge tone={tone}>{text}</Badge>
      </a>
    ));
}
