import { posix } from 'node:path';

/** The fields of package.json that this module reads. */
export interface Manifest {
  readonly version: string;
  /** The URL of the repository. Set it only here: `npm pkg set repository.url=https://github.com/OWNER/NAME`. */
  readonly repository?: string | { readonly url: string } | undefined;
}

/** The URL of the repository in a browser, if package.json has one. */
export function repositoryUrl({ repository }: Manifest): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url;
  const inBrowser = url?.replace(/^git\+/, '').replace(/\.git$/, '');
  if (inBrowser && !inBrowser.startsWith('https://')) {
    throw new Error(`repository.url in package.json must be an HTTPS URL, not ${url}.`);
  }
  return inBrowser;
}

/** package.json as it is published: with the URLs that follow from `repository`, and without what only this repository uses. */
export function publishedManifest<Fields extends Manifest>(manifest: Fields): object {
  const url = repositoryUrl(manifest);
  const urls = url === undefined ? {} : { homepage: `${url}#readme`, bugs: `${url}/issues` };
  return { ...manifest, ...urls, scripts: undefined, devDependencies: undefined };
}

/** Whether the package contains a page of the documentation. Its commands name pages, so readers need to have them. */
export function isPublishedPage(path: string): boolean {
  return /^docs\/(guides\/.+|reference\/[^/]+)\.md$/.test(path);
}

/**
 * A Markdown file as it is published: relative links and images become URLs of the files of the released version. Links between published
 * pages stay.
 * @param path - where the file is in the repository
 */
export function publishedMarkdown(markdown: string, path: string, manifest: Manifest): string {
  const url = repositoryUrl(manifest);
  if (url === undefined) return markdown;
  const files = (kind: 'blob' | 'raw') => `${url}/${kind}/v${manifest.version}`;
  return (
    markdown
      // A page of the repository shows a file with its history. Only the raw file is an image.
      .replaceAll(/(!\[[^\]]*)?\]\((?![a-z]+:|#)([^)]+)\)/g, (link, image = '', to) => {
        const target = posix.join(posix.dirname(path), to);
        if (isPublishedPage(path) && isPublishedPage(target.replace(/#.*/, ''))) return link;
        return `${image}](${files(image ? 'raw' : 'blob')}/${target})`;
      })
      .replaceAll(
        /\b(src|srcset)="(?![a-z]+:)([^"]+)"/g,
        (_, name, to) => `${name}="${files('raw')}/${posix.join(posix.dirname(path), to)}"`,
      )
  );
}
