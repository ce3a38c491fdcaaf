import { assetHeaders, pageHeaders } from '@cairn/service-kit';
import type { PageAddresses, ServedFile } from '@cairn/service-kit';
import { bundlePage } from './bundle.ts';
import { pageDocument } from './page-document.ts';

/** Where the one document is served below `appUrl`; a star stands for any further path. The app reads which page is meant. */
export const documentPaths = ['/', '/sign-in', '/sign-up', '/account', '/projects/*', '/workspaces/*'] as const;

/** Where all that it loads is. */
export const assetsPath = '/dashboard/assets';

export interface DashboardFiles {
  readonly document: Omit<ServedFile, 'path'>;
  readonly assets: readonly ServedFile[];
}

/** The dashboard for these addresses, with what it loads. */
export async function createDashboard(addresses: PageAddresses): Promise<DashboardFiles> {
  const bundle = await bundlePage();
  const prefix = new URL(addresses.appUrl).pathname.replace(/\/$/, '');
  const html = pageDocument({ baseUrl: addresses.baseUrl, prefix, assets: `${prefix}${assetsPath}`, bundle });
  // A session is kept where scripts can read it, so nothing that people chose ever becomes a script.
  const policy = pageHeaders({ baseUrl: addresses.baseUrl, keepsOpener: false, refusesMarkup: true });
  return {
    document: { headers: { ...policy, 'content-type': 'text/html; charset=utf-8' }, bytes: Buffer.from(html) },
    assets: bundle.files.map(({ name, type, bytes }) => ({
      path: `${assetsPath}/${name}`,
      headers: { ...assetHeaders, 'content-type': type },
      bytes,
    })),
  };
}
