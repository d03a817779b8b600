/** Who is measured, and under which name. Each peer has a file of its name in `peers/`. */
export const names = {
  ours: 'outlet-open-api',
  'ours-unlimited': 'outlet-open-api without limit',
  'p-throttle': 'ky + p-throttle',
  'p-throttle-and-retry': 'ky + p-throttle + p-retry',
  ky: 'ky',
  stripe: 'stripe',
  square: 'square',
  openai: 'openai',
  octokit: 'octokit with throttling and retry',
  slack: '@slack/web-api',
  azure: '@azure/core-rest-pipeline',
} as const;

export type ClientName = keyof typeof names;
