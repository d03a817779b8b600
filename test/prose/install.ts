import { installPackages } from '../install-packages.js';

installPackages(new URL('.', import.meta.url));
