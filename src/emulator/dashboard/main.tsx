import { render } from 'preact';
import { App } from './app.js';
import { connect } from './live.js';

const root = document.getElementById('app');
if (root !== null) {
  connect();
  render(<App />, root);
}
