import type { HttpHandler } from 'msw';
import { createFakeOutlet } from 'outlet-open-api/testing';
import type * as msw from 'outlet-open-api/testing/msw';
import { outletHandlers } from 'outlet-open-api/testing/msw';
import { type AnyIn, has, none } from './proof.js';

export const handlers = outletHandlers(createFakeOutlet());
has<HttpHandler[]>()(handlers);
none<AnyIn<typeof msw>>();
