import { render } from 'preact';
import { App } from './app.js';
import { followKeys } from './keyboard.js';
import { followChanges } from './live.js';

const root = document.getElementById('app');
if (root !== null) {
  followChanges();
  followKeys();
  render(<App />, root);
}
