import OpenAI from 'openai';

const client = new OpenAI({ baseURL: 'https://pos.example', apiKey: 'key' });
export async function statusOf(id: string): Promise<string> {
  const reply = await client.responses.retrieve(id).catch((error: unknown) => {
    if (error instanceof OpenAI.RateLimitError) console.log(error.status);
    throw error;
  });
  return reply.status ?? 'unknown';
}
