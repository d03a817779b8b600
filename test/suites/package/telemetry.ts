import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { instrumentOutlet } from 'outlet-open-api/otel';

const api = new URL(String(process.env.OUTLET_BASE_URL)).origin; // the origin of your `baseUrl`
const sdk = new NodeSDK({
  serviceName: 'orders',
  instrumentations: [
    // Optional: spans of your requests to other services. They contain full URLs, so exclude the API.
    new UndiciInstrumentation({ ignoreRequestHook: ({ origin }) => origin === api }),
  ],
});
sdk.start();
instrumentOutlet({ propagateContext: true, httpClientMetrics: true });

// Sends what is left. An unreachable collector must not change the exit code.
process.once('beforeExit', () => sdk.shutdown().catch(console.error));
