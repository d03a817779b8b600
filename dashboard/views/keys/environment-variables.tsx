import { Code } from '../../components/code.js';
import { Loaded } from '../../components/loaded.js';
import { useOverview } from '../../use-overview.js';

/** The commands for a shell after which a client without options uses the emulator. */
export function EnvironmentVariables({ token }: { token: string }) {
  return (
    <Loaded from={useOverview()}>
      {({ baseUrl }) => (
        <Code
          label="Environment variables"
          text={`export OUTLET_BASE_URL=${baseUrl}\nexport OUTLET_ACCESS_TOKEN=${token}`}
        />
      )}
    </Loaded>
  );
}
