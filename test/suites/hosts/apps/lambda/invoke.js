// Calls the function as AWS Lambda does, from the bundle alone.
const { handler } = require('./function/index.js');

handler().then(({ body }) => console.log(body));
