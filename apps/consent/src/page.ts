import { pageDocument } from './page-document.ts';
import { readPageFiles } from './page-files.ts';
import { assetHeaders, pageHeaders, type PageAddresses } from './page-headers.ts';

/** One address of the page, with all that is answered there. */
export interface ServedFile {
  /** From the root of `appUrl`, without its own path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** Where the page is, below `appUrl`. */
export const pagePath = '/oauth/consent';

/** The page for these addresses: its document first, then what that loads. */
export async function createPage(addresses: PageAddresses): Promise<readonly [document: ServedFile, ...assets: ServedFile[]]> {
  const { files, digest } = await readPageFiles();
  const folder = `${pagePath}/assets/${digest}`;
  const assets = files.map(({ name, type, bytes }) => ({
    path: `${folder}/${name}`,
    headers: { ...assetHeaders, 'content-type': type },
    bytes,
  }));
  const prefix = new URL(addresses.appUrl).pathname.replace(/\/$/, '');
  const document = pageDocument({ baseUrl: addresses.baseUrl, assets: `${prefix}${folder}`, files });
  return [
    { path: pagePath, headers: { ...pageHeaders(addresses), 'content-type': 'text/html; charset=utf-8' }, bytes: Buffer.from(document) },
    ...assets,
  ];
}
