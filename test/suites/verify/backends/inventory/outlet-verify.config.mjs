import reporting from '../reporting/outlet-verify.config.mjs';

/** @type {import('outlet-open-api/verify').Verification} */
export default {
  ...reporting,
  useCase: 'inventory-management',
  state: {
    ...reporting.state,
    consumption: 'GET http://127.0.0.1:{port}/consumption?outlet={outletRef}',
    menu: 'GET http://127.0.0.1:{port}/menu?outlet={outletRef}',
  },
};
