import { useSignalEffect } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Overview } from '../src/emulator/contract/outlet.js';
import { lastChange } from './live.js';
import { type Data, useData } from './use-data.js';
import { useInterval } from './use-interval.js';

/** The counts of the last minute fall although nothing changes. */
const refreshInterval = 5000;

export const OverviewContext = createContext<Data<Overview>>({
  data: undefined,
  error: undefined,
  reload: () => {},
});

/** Reads the overview. The app reads it once for the header, the navigation and the overview. */
export function useOverviewData(): Data<Overview> {
  const overview = useData('GET /overview', {}, []);
  useSignalEffect(() => {
    if (lastChange.value > 0) overview.reload();
  });
  useInterval(overview.reload, refreshInterval);
  return overview;
}

/** Returns the overview that the app has read. */
export function useOverview(): Data<Overview> {
  return useContext(OverviewContext);
}
