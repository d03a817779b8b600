import {
  CallError,
  OutletClient,
  OutletError,
  RequestValidationError,
  ResponseValidationError,
} from 'outlet-open-api';
import { orderSchema } from 'outlet-open-api/schemas';
import { RequestValidationError as OfWebhooks, sharedSecret } from 'outlet-open-api/webhooks';
import type { Cases } from './case.js';
import { expectEqual, expectThat, rejectionOf } from './expect.js';

/** Cases about modules that share files or load late. */
export const packaging: Cases = {
  async 'strict mode finds a mismatch in a response'({ otherCopy }) {
    for (const Client of [OutletClient, otherCopy.OutletClient]) {
      const outlet = new Client({
        baseUrl: 'https://pos.example',
        accessToken: 'a-token',
        responseValidation: 'strict',
        maxRetries: 0,
        fetch: async () => Response.json({ data: [{ id: 7, type: 'dine-in' }] }),
      });

      const error = await rejectionOf(outlet.channels.list());

      expectThat(`${error} is a ResponseValidationError`, error instanceof ResponseValidationError);
      expectEqual(
        'the path of the mismatch',
        error instanceof ResponseValidationError && error.issues.map(({ path }) => path),
        ['[0].id'],
      );
    }
  },

  async 'the schemas check orders'() {
    expectEqual('an order', orderSchema.safeParse({ id: 'o-1', status: 'open' }).success, true);
    expectEqual('none', orderSchema.safeParse({ id: 'o-1', status: 7 }).success, false);
  },

  async 'each copy of the package recognizes the errors of the other'({ otherCopy }) {
    const own = thrownBy(() => new OutletClient({ baseUrl: 'nowhere', accessToken: 'a-token' }));
    const foreign = thrownBy(
      () => new otherCopy.OutletClient({ baseUrl: 'nowhere', accessToken: 'a-token' }),
    );

    expectThat('the copies are different', otherCopy.RequestValidationError !== RequestValidationError);
    expectThat(
      'the other copy recognizes this error',
      own instanceof otherCopy.RequestValidationError && own instanceof otherCopy.OutletError,
    );
    expectThat(
      'this copy recognizes the other error',
      foreign instanceof RequestValidationError && foreign instanceof OutletError,
    );
    expectThat(
      'a validation error is not a CallError',
      !(own instanceof otherCopy.CallError) && !(foreign instanceof CallError),
    );
  },

  async 'the subpaths share their error classes'() {
    const error = thrownBy(() => sharedSecret({ query: 'secret', value: '' }));

    expectThat('the class is the same', OfWebhooks === RequestValidationError);
    expectThat(`${error} is an instance`, error instanceof RequestValidationError);
  },
};

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}
