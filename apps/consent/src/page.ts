import { assetHeaders, pageHeaders } from '@cairn/service-kit';
import type { PageAddresses, ServedFile } from '@cairn/service-kit';
import { pageDocument } from './page-document.ts';
import { readPageFiles } from './page-files.ts';

/** The pages: where each is below `appUrl`, what it is before its scripts run, and the script that it starts with. */
const pages = [
  { path: '/oauth/consent', title: 'Connect an app to Cairn', entry: 'consent.js' },
  { path: '/invitation', title: 'Join a workspace', entry: 'invitation.js' },
] as const;

/** Where all that they load is. */
export const assetsPath = '/oauth/consent/assets';

export interface Pages {
  readonly documents: readonly ServedFile[];
  readonly assets: readonly ServedFile[];
}

/** The pages for these addresses, with what they load. */
export async function createPages(addresses: PageAddresses): Promise<Pages> {
  const { files, digest } = await readPageFiles(pages.map(({ entry }) => entry));
  const folder = `${assetsPath}/${digest}`;
  const appPath = new URL(addresses.appUrl).pathname.replace(/\/$/, '');
  // Apps in a browser open this page as a popup and wait for its end.
  const policy = pageHeaders({ baseUrl: addresses.baseUrl, keepsOpener: true, refusesMarkup: false });
  const headers = { ...policy, 'content-type': 'text/html; charset=utf-8' };
  return {
    documents: pages.map(({ path, ...page }) => {
      const html = pageDocument({ ...page, baseUrl: addresses.baseUrl, appPath, assets: `${appPath}${folder}`, files });
      return { path, headers, bytes: Buffer.from(html) };
    }),
    assets: files.map(({ name, type, bytes }) => ({
      path: `${folder}/${name}`,
      headers: { ...assetHeaders, 'content-type': type },
      bytes,
    })),
  };
}
