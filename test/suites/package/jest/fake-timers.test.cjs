const { OutletClient } = require('outlet-open-api');
const { createFakeOutlet } = require('outlet-open-api/testing');

const realImmediate = setImmediate;
const realTurn = () => new Promise((resolve) => realImmediate(resolve));
const advance = (milliseconds) => jest.advanceTimersByTimeAsync(milliseconds);
const advanceInTurns = async (milliseconds) => {
  await realTurn();
  jest.advanceTimersByTime(milliseconds);
  await realTurn();
};

afterEach(() => jest.useRealTimers());

test.each([
  ['modern', {}, advance],
  ['modern, with a real performance', { doNotFake: ['performance'] }, advance],
  ['modern, with a real Date', { doNotFake: ['Date'] }, advance],
  ['modern, with real microtasks', { doNotFake: ['nextTick', 'queueMicrotask'] }, advance],
  ['legacy', { legacyFakeTimers: true }, advanceInTurns],
])('twelve calls end under fake timers: %s', async (_, timers, pass) => {
  jest.useFakeTimers(timers);
  // The limit of the fake follows Date.
  const fake = createFakeOutlet({ rateLimit: false });
  const accessToken = fake.key('order-data').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
  const ended = [];
  for (const { id } of fake.orders.all().slice(0, 12)) outlet.orders.get(id).then(() => ended.push(id));

  for (let seconds = 0; seconds < 10; seconds += 1) await pass(1_000);

  expect(ended).toHaveLength(12);
});
