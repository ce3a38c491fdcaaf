/** What the server's document gives to scripts. */
export interface Frame {
  /** Where screens go. */
  readonly main: HTMLElement;
  /** The server that the page calls. */
  readonly baseUrl: string;
  /** The path that the pages are below, without a slash at its end: the dashboard is there. */
  readonly appPath: string;
}

/** @throws when the document is not the one that these scripts belong to. */
export function readFrame(): Frame {
  const main = document.querySelector('main');
  const [baseUrl, appPath] = ['cairn-base-url', 'cairn-app-path'].map(
    (name) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content,
  );
  if (main === null || baseUrl === undefined || appPath === undefined)
    throw new Error('the page is not the one that these scripts belong to');
  return { main, baseUrl, appPath };
}
