import { Page } from '../components/page.js';
import { ActiveFaults } from './faults/active-faults.js';
import { ClockSection } from './faults/clock-section.js';
import { FaultForm } from './faults/fault-form.js';
import { ResetSection } from './faults/reset-section.js';

/** What makes the emulator difficult: faults, time, and other answers to open questions of the specification. */
export function Faults() {
  return (
    <Page
      title="Faults and clock"
      lead="Make requests fail, move the clock ahead, and restore the initial data."
    >
      <FaultForm />
      <ActiveFaults />
      <ClockSection />
      <ResetSection />
    </Page>
  );
}
