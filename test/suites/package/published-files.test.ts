import { expect, test } from 'vitest';
import { isPublishedPage, publishedManifest, publishedMarkdown } from '../../../scripts/published-files.js';

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
  expect(publishedMarkdown(readme, 'README.md', hosted)).toBe(
    'See [Errors](https://github.com/owner/sdk/blob/v1.2.3/docs/guides/errors.md#outcome), [Lists](#lists) and [RFC 3339](https://www.rfc-editor.org).',
  );
});

test('images of the published README lead to the raw files, also inside of links', () => {
  const image = '[![The dashboard](docs/images/overview.webp)](docs/guides/emulator.md)';
  const root = 'https://github.com/owner/sdk';
  expect(publishedMarkdown(image, 'README.md', hosted)).toBe(
    `[![The dashboard](${root}/raw/v1.2.3/docs/images/overview.webp)](${root}/blob/v1.2.3/docs/guides/emulator.md)`,
  );
});

test('both pictures of a color scheme lead to the raw files', () => {
  const picture = '<source srcset="docs/images/dark.webp"><img src="docs/images/light.webp">';
  const root = 'https://github.com/owner/sdk/raw/v1.2.3';
  expect(publishedMarkdown(picture, 'README.md', hosted)).toBe(
    `<source srcset="${root}/docs/images/dark.webp"><img src="${root}/docs/images/light.webp">`,
  );
});

test.each(['github:owner/sdk', 'git@github.com:owner/sdk.git'])(
  'a repository of %s is rejected',
  (repository) => {
    expect(() => publishedMarkdown(readme, 'README.md', { version: '1.2.3', repository })).toThrow(
      'must be an HTTPS URL',
    );
  },
);

test('without a repository, the README is published unchanged', () => {
  expect(publishedMarkdown(readme, 'README.md', { version: '1.2.3' })).toBe(readme);
});

test('links between published pages stay, and others lead to the files of the release', () => {
  const page =
    '[Lists](../pagination.md#lists), [Options](../../reference/options.md) and [Python](../../../examples/any-language)';
  const url = 'https://github.com/owner/sdk/blob/v1.2.3/examples/any-language';
  expect(publishedMarkdown(page, 'docs/guides/webhooks/index.md', hosted)).toBe(
    page.replace('../../../examples/any-language', url),
  );
});

test.each([
  ['docs/guides/webhooks/index.md', true],
  ['docs/reference/options.md', true],
  // TypeDoc writes it for the site.
  ['docs/reference/api/index.md', false],
  ['docs/internals/architecture.md', false],
])('whether %s is published: %s', (path, expected) => {
  expect(isPublishedPage(path)).toBe(expected);
});
