/** The clients that are measured. Each has a file of its name, and a file in `peers/` if it needs additional packages. */
export const names = {
  ours: 'outlet-open-api',
  'ours-unlimited': 'outlet-open-api without limit',
  'ours-undici': 'outlet-open-api without limit, with createUndiciFetch',
  fetch: 'fetch',
  'p-throttle-and-retry': 'ky + p-throttle + p-retry',
  ky: 'ky',
  naive: 'ky + p-throttle + p-retry + uuid + zod',
  stripe: 'stripe',
  openai: 'openai',
  octokit: 'octokit with throttling and retry',
} as const;

export type ClientName = keyof typeof names;

export function isClientName(text: string): text is ClientName {
  return text in names;
}
