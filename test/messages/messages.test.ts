import { expect, test } from 'vitest';
import { allMessages } from './messages.js';

// Read messages.txt from top to bottom after a change, as somebody would who is on call: it has every text that users can see.
test('every error message, warning, log line and text of the command line is as it was reviewed', async () => {
  await expect(allMessages()).toMatchFileSnapshot('messages.txt');
});
