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

/** The README as it is published: relative links and images become URLs of the files of the released version. */
export function publishedReadme(readme: string, manifest: Manifest): string {
  const url = repositoryUrl(manifest);
  if (url === undefined) return readme;
  const files = (kind: 'blob' | 'raw') => `${url}/${kind}/v${manifest.version}`;
  return (
    readme
      // A page of the repository shows a file with its history. Only the raw file is an image.
      .replaceAll(/(!\[[^\]]*)?\]\((?![a-z]+:|#)([^)]+)\)/g, (_, image = '', path) => {
        return `${image}](${files(image ? 'raw' : 'blob')}/${path})`;
      })
      .replaceAll(
        /\b(src|srcset)="(?![a-z]+:)([^"]+)"/g,
        (_, name, path) => `${name}="${files('raw')}/${path}"`,
      )
  );
}
