import type { ClientName } from '../clients/names.js';

/** A package that users install, and the code that creates a client of it. */
export interface Product {
  readonly client: ClientName;
  readonly modules: readonly string[];
  readonly code: string;
}

export const ours: Product = {
  client: 'ours',
  modules: ['outlet-open-api'],
  code: "import { OutletClient } from 'outlet-open-api'; console.log(new OutletClient());",
};

export const peers: readonly Product[] = [
  {
    client: 'ky',
    modules: ['ky'],
    code: "import ky from 'ky'; console.log(ky.create());",
  },
  {
    client: 'octokit',
    modules: ['@octokit/core', '@octokit/plugin-retry', '@octokit/plugin-throttling'],
    code: `import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
console.log(new (Octokit.plugin(retry, throttling))());`,
  },
  {
    client: 'openai',
    modules: ['openai'],
    code: "import OpenAI from 'openai'; console.log(new OpenAI());",
  },
  {
    client: 'stripe',
    modules: ['stripe'],
    code: "import Stripe from 'stripe'; console.log(new Stripe('key'));",
  },
  {
    client: 'naive',
    modules: ['ky', 'p-throttle', 'p-retry', 'uuid', 'zod'],
    code: `import ky from 'ky';
import pThrottle from 'p-throttle';
import pRetry from 'p-retry';
import { v4 } from 'uuid';
import * as z from 'zod';
console.log(ky, pThrottle, pRetry, v4, z.object({ id: z.string() }));`,
  },
];
