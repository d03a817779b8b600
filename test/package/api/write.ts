// `npm run api`: writes the API reports of the package.
import { mkdirSync, writeFileSync } from 'node:fs';
import install from '../install.js';
import { apiReports, reportFolder } from './reports.js';

install();
mkdirSync(reportFolder, { recursive: true });
for (const [file, report] of apiReports()) writeFileSync(new URL(file, reportFolder), report);
