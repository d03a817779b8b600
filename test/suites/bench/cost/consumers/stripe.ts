import Stripe from 'stripe';

const stripe = new Stripe('key', { host: 'pos.example' });
export async function statusOf(id: string): Promise<string> {
  const intent = await stripe.paymentIntents.retrieve(id).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeRateLimitError) console.log(error.code);
    throw error;
  });
  return intent.status;
}
