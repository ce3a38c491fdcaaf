import { unknownMark } from '../places/path.ts';

/** Stands for a host that cannot be told from the text. */
export const unknownHost = '*';

/**
 * The host that an address names, as the WHATWG parser reads it: in lower case, decoded, without port, credentials and trailing dot, and
 * numbers as an IPv4 address. An address without a scheme is read as one of the web. `unknownHost` when it cannot be told; undefined when
 * it names none, as that of a local file.
 */
export function hostOfUrl(address: string): string | undefined {
  const text = address.replaceAll(/[\t\n\r]/g, '').trim();
  const { scheme = '', rest = '' } = /^(?:(?<scheme>[a-z][a-z0-9+.-]*):(?=[/\\]))?(?<rest>.*)$/is.exec(text)?.groups ?? {};
  if (scheme.toLowerCase() === 'file') return localHost(text);
  if (scheme === '' && hostless.test(text)) return undefined;
  const bare = (scheme === '' ? rest.replace(/^(?:https?|wss?|ftp):(?!\d*(?:[/\\?#]|$))/i, '') : rest).replace(/^[/\\]+/, '');
  // What is not known may hold a slash, and so end the host where it stands.
  if (/^[^/\\?#]*/.exec(bare)?.[0].includes(unknownMark)) return unknownHost;
  const web = `http://${bare.replaceAll(unknownMark, '_')}`;
  return (URL.canParse(web) && new URL(web).hostname.replace(/\.$/, '')) || unknownHost;
}

const hostless = /^(?:file|data|blob|about|javascript):/i;

const localHost = (text: string): string | undefined => {
  if (!URL.canParse(text)) return unknownHost;
  return new URL(text).hostname || undefined;
};

/** None, or the one. */
export const listed = (host: string | undefined): readonly string[] => (host === undefined ? [] : [host]);
