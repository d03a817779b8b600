import { expect, test } from 'vitest';
import { docs, filesIn, readSite } from './files.js';

const guides = filesIn(new URL('guides/', docs), '.md').map((file) => `/guides/${file}`);

test('llms.txt links to every guide, and the links lead to Markdown', () => {
  const links = [...readSite('llms.txt').matchAll(/\]\((\/.+?)\)/g)].map(([, link]) => link ?? '');
  expect(links).toEqual(expect.arrayContaining(guides));
  for (const link of links) expect(readSite(link.slice(1)), link).toMatch(/^# /m);
});

test('llms-full.txt contains every guide', () => {
  const text = readSite('llms-full.txt');
  for (const guide of guides) expect(text, guide).toContain(readSite(guide.slice(1)));
});
