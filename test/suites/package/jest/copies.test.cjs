// In Jest, each file and each isolated block has its own modules, so a process contains several copies of a package.
function copyOf(specifier) {
  let copy;
  jest.isolateModules(() => {
    copy = require(specifier);
  });
  return copy;
}

const first = copyOf('outlet-open-api');
const second = copyOf('outlet-open-api');
const { createFakeOutlet } = require('outlet-open-api/testing');

const fake = createFakeOutlet({ seed: 7 });
const { token } = fake.key('order-data');
const clientOf = ({ OutletClient }) =>
  new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });

test('the two copies are different', () => {
  expect(first.OutletError).not.toBe(second.OutletError);
});

test('instanceof recognizes the errors of another copy', async () => {
  const error = await clientOf(first)
    .orders.get('nobody-knows')
    .catch((caught) => caught);
  expect(error).toBeInstanceOf(second.NotFoundError);
  expect(error).toBeInstanceOf(second.ApiError);
  expect(error instanceof second.RateLimitError).toBe(false);
});

test('the copies share the limit of a key', async () => {
  const [one, other] = [clientOf(first), clientOf(second)];
  const before = other.rateLimitState;
  await one.orders.get(fake.orders.all()[0].id);
  expect(other.rateLimitState).not.toEqual(before);
  expect(other.rateLimitState).toEqual(one.rateLimitState);
});
