// `npm run docs:screenshots`: saves the pictures of the dashboard in docs/images/emulator.
import { installPackages } from '../../../support/installing/install-packages.js';

installPackages(new URL('..', import.meta.url));
// This needs the packages that were just installed.
const { saveScreenshots } = await import('./save-screenshots.js');

await saveScreenshots(new URL('../../../../docs/images/emulator/', import.meta.url));
