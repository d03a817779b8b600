import { expect, test } from 'vitest';
import { allMessages } from './messages.js';

// Contains every text that users can see. After a change, read messages.txt from top to bottom as an on-call engineer would.
test('every error message, warning, log line and text of the command line is as reviewed', async () => {
  await expect(allMessages()).toMatchFileSnapshot('messages.txt');
});
