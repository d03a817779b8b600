import { installPackages } from '../../support/installing/install-packages.js';

installPackages(new URL('.', import.meta.url));
