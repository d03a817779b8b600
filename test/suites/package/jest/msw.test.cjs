const { createFakeOutlet } = require('outlet-open-api/testing');
const { outletHandlers } = require('outlet-open-api/testing/msw');

test('the fake has handlers for msw', () => {
  expect(outletHandlers(createFakeOutlet())).toHaveLength(1);
});
