const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes that a system or a browser opens by itself, some of which sign in to the host behind them, or that lead nowhere an app listens. */
const refusedSchemes: ReadonlySet<string> = new Set(
  `about acct afp aim applescript appstream apt blob bolo callto cid cifs coap computer content crid data dav davs dict dns doi dvb ed2k facetime fax feed file filesystem
  findmy finger fish ftp ftps geo ghelp git go gopher h323 hcp help help-viewer iax icap im imap info intent ipp irc ircs iris itms its jabber jar javascript jms jnlp macappstore
  ldap ldaps livescript magnet mailto maps market message mhtml mid mk mms mocha modem msnim msrp mtp mumble mvn network news nfs ni nntp oid onenote outlookfeed photos-redirect pop
  pres proxy rdp res resource rlogin rmi rsync rtmp rtsp search service session sftp sgn shell shortcuts sieve sip sips skype smb sms snap
  snmp ssh steam stun svn tag tel telnet tftp tip tn3270 trash turn tv udp urn vbscript vemmi vnc webcal whatsapp ws wss wyciwyg xmpp
  xri ymsgr`.split(/\s+/),
);

/** Families of such schemes: of Windows, of Apple's systems, of browsers' own pages. */
const refusedFamilies = /^(?:ms|microsoft|x|search|view|itms|chrome|moz|edge|opera|brave|safari)(?:-|$)|-extension$|\+/;

/**
 * A domain name turned around, as in `com.example.app` (RFC 8252, 7.1). Schemes of systems that have a period begin with no top-level domain.
 * Many clients have a scheme of one word all the same (`cursor`, `vscode`), and more come every month.
 */
const reversedDomain = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;

/** What a system's maker opens by such a name, and programs by the names of their files. */
const ofSystems = /^com\.(?:apple|microsoft)(?:\.|$)|\.(?:exe|bat|cmd)$/;

const longest = 2048;

/** Whether the address is this machine itself, over plain HTTP, as native apps listen (RFC 8252). */
export function isLoopbackRedirect(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

/** Whether the address belongs to a native app: its own scheme, or this machine. */
export function isNativeRedirect(uri: string): boolean {
  return isLoopbackRedirect(uri) || !['http:', 'https:'].includes(new URL(uri).protocol);
}

/** Why a text cannot be a redirect URI; undefined when it can. */
export function redirectUriFault(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > longest) return `must be a text of at most ${longest} characters`;
  // Other characters and backslashes are read by browsers in ways of their own; a look-alike host begins there.
  if (!/^[!-~]+$/.test(uri) || uri.includes('\\') || !URL.canParse(uri)) return 'must be an address in plain ASCII';
  if (uri.includes('#')) return 'must not have a fragment';
  const { protocol, username, password } = new URL(uri);
  if (!isTakenScheme(protocol.slice(0, -1))) {
    return `must not use the scheme ${protocol.slice(0, -1)}; take https, http on this machine, or an app's own, as in com.example.app:/callback`;
  }
  if (username !== '' || password !== '') return 'must not hold a user name or password';
  if (protocol === 'http:' && !saysLoopback(uri)) return 'must use https, or http on localhost, 127.0.0.1 or [::1]';
  if (protocol === 'https:' && !saysHost(uri)) return 'must name a host behind https://';
  return pathBegins.test(uri) ? undefined : 'must have a path behind its scheme, as in com.example.app:/callback or cursor://callback';
}

const isTakenScheme = (scheme: string): boolean =>
  scheme.includes('.')
    ? reversedDomain.test(scheme) && !ofSystems.test(scheme)
    : !refusedSchemes.has(scheme) && !refusedFamilies.test(scheme);

/** An address of a page or an app. What has none (`app:callback`) is read by each system in a way of its own. */
const pathBegins = /^[a-z][a-z\d+.-]*:\/\/?[^/]/i;

/**
 * A browser takes `https:a.example` and `https:///a.example` for addresses of that host, or for a path of the page that it is on; and a star
 * stands for nothing here, though it looks as if.
 */
const saysHost = (uri: string): boolean => /^https:\/\/[^/?*]+(?:[/?]|$)/i.test(uri);

/** Says so itself, and does not come out so once a browser has read it (`http://127.1`, `http://2130706433`). */
const saysLoopback = (uri: string): boolean => /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/i.test(uri);

/** Where a redirect leads, as it is shown: host and port of a web address, else the scheme with what names the app. */
export function redirectHost(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (['http:', 'https:'].includes(protocol)) return host;
  return host === '' ? protocol : `${protocol}//${host}`;
}
