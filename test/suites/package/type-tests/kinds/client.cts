import sdk = require('outlet-open-api');

export = new sdk.OutletClient({ baseUrl: 'https://pos.example', accessToken: 'a token' });
