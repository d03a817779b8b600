// `npm run api`: writes the API reports of the package.
import { mkdirSync, writeFileSync } from 'node:fs';
import install from '../install.js';

install();
// The reports need packages that are now installed.
const { apiReports, reportFolder } = await import('./reports.js');
mkdirSync(reportFolder, { recursive: true });
for (const [file, report] of apiReports()) writeFileSync(new URL(file, reportFolder), report);
