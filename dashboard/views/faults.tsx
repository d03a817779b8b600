import { Page } from '../components/page.js';
import { ActiveFaults } from './faults/active-faults.js';
import { ClockSection } from './faults/clock-section.js';
import { FaultForm } from './faults/fault-form.js';
import { Presets } from './faults/presets.js';
import { HostileSection, ResetSection } from './faults/reset-section.js';

/** Faults, the clock, hostile mode and the reset. */
export function Faults() {
  return (
    <Page
      title="Faults and clock"
      lead="Make requests fail, move the clock ahead, or restore the initial data."
    >
      <div class="beside">
        <Presets />
        <ClockSection />
      </div>
      <FaultForm />
      <ActiveFaults />
      <div class="grid">
        <HostileSection />
        <ResetSection />
      </div>
    </Page>
  );
}
