// What `wrangler types` writes from your configuration.
declare module 'cloudflare:workers' {
  export const env: {
    readonly WEBHOOK_SECRET: string;
    readonly WEBHOOK_SENDERS: string;
    readonly QUEUE_URL: string;
  };
}
