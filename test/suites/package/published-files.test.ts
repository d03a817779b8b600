import { expect, test } from 'vitest';
import { publishedManifest, publishedReadme } from '../../../scripts/published-files.js';

const hosted = { version: '1.2.3', repository: { url: 'git+https://github.com/owner/sdk.git' } };
const readme =
  'See [Errors](docs/guides/errors.md#outcome), [Lists](#lists) and [RFC 3339](https://www.rfc-editor.org).';

test('the URLs of the package follow from its repository', () => {
  expect(publishedManifest({ ...hosted, scripts: { test: 'vitest' } })).toEqual({
    ...hosted,
    homepage: 'https://github.com/owner/sdk#readme',
    bugs: 'https://github.com/owner/sdk/issues',
  });
});

test('relative links of the published README lead to the files of the release', () => {
  expect(publishedReadme(readme, hosted)).toBe(
    'See [Errors](https://github.com/owner/sdk/blob/v1.2.3/docs/guides/errors.md#outcome), [Lists](#lists) and [RFC 3339](https://www.rfc-editor.org).',
  );
});

test('images of the published README lead to the raw files, also inside of links', () => {
  const image = '[![The dashboard](docs/images/overview.webp)](docs/guides/emulator.md)';
  const root = 'https://github.com/owner/sdk';
  expect(publishedReadme(image, hosted)).toBe(
    `[![The dashboard](${root}/raw/v1.2.3/docs/images/overview.webp)](${root}/blob/v1.2.3/docs/guides/emulator.md)`,
  );
});

test('both pictures of a color scheme lead to the raw files', () => {
  const picture = '<source srcset="docs/images/dark.webp"><img src="docs/images/light.webp">';
  const root = 'https://github.com/owner/sdk/raw/v1.2.3';
  expect(publishedReadme(picture, hosted)).toBe(
    `<source srcset="${root}/docs/images/dark.webp"><img src="${root}/docs/images/light.webp">`,
  );
});

test.each(['github:owner/sdk', 'git@github.com:owner/sdk.git'])(
  'a repository of %s is rejected',
  (repository) => {
    expect(() => publishedReadme(readme, { version: '1.2.3', repository })).toThrow('must be an HTTPS URL');
  },
);

test('without a repository, the README is published unchanged', () => {
  expect(publishedReadme(readme, { version: '1.2.3' })).toBe(readme);
});
