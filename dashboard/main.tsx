import { render } from 'preact';
import { App } from './app.js';
import { followChanges } from './live.js';

const root = document.getElementById('app');
if (root !== null) {
  followChanges();
  render(<App />, root);
}
