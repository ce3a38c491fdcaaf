/** What the server's document gives to scripts. */
export interface Frame {
  /** Where screens go. */
  readonly main: HTMLElement;
  /** The server that the page calls. */
  readonly baseUrl: string;
}

/** @throws when the document is not the one that these scripts belong to. */
export function readFrame(): Frame {
  const main = document.querySelector('main');
  const baseUrl = document.querySelector<HTMLMetaElement>('meta[name="cairn-base-url"]')?.content;
  if (main === null || baseUrl === undefined) throw new Error('the page is not the one that these scripts belong to');
  return { main, baseUrl };
}
