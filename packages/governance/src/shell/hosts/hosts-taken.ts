import type { Call } from '../script/call.ts';
import { hostsInConnection } from './connection-string.ts';
import { hostOfUrl, listed, unknownHost } from './host-of-url.ts';
import { unknownMark } from '../places/path.ts';
import { clientTakings } from './client-takings.ts';
import { address } from './taking.ts';
import type { Taking } from './taking.ts';
import { words } from '../words.ts';

const first = (text: string, at: number): readonly string[] => (at === 0 ? address(text) : []);
/** A short number is a port, or the value of an option. */
const notNumber = (text: string): readonly string[] => (/^\d{1,5}$/.test(text) ? [] : address(text));

/** `host:path`, `user@host:path` and `host::module`; a path is none. */
function remote(text: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return listed(hostOfUrl(text));
  if (text.startsWith(unknownMark)) return [unknownHost];
  const host = /^(?<host>[^/:]*|[^/]*\[[^\]]*\]):/.exec(text)?.groups?.['host'];
  return host === undefined || host === '' ? [] : listed(hostOfUrl(host));
}

/** Each part between colons that may be a host. */
const inColons = (text: string): readonly string[] =>
  text.includes(unknownMark) ? [unknownHost] : text.split(/[:,=]/).flatMap((part) => (/[a-z.]/i.test(part) ? listed(hostOfUrl(part)) : []));

const curl: Taking = {
  operand: address,
  valued: 'AbcCdDeEFHmoPQrtTuUwXyYz',
  longs: words(`
    user-agent referer cookie cookie-jar continue-at data data-ascii data-binary data-raw data-urlencode dump-header cert key cacert capath form
    form-string header json max-time connect-timeout output output-dir ftp-port quote range upload-file user proxy-user write-out request
    speed-time speed-limit time-cond retry retry-delay retry-max-time max-redirs max-filesize limit-rate ciphers interface oauth2-bearer
    cert-type key-type pass pinnedpubkey proto proto-redir stderr trace trace-ascii url-query variable tls-max aws-sigv4 netrc-file noproxy
    local-port keepalive-time rate parallel-max create-file-mode unix-socket abstract-unix-socket etag-save etag-compare
  `),
  hosts: words('--url --proxy -x --preproxy --socks4 --socks4a --socks5 --socks5-hostname --proxy1.0 --resolve --connect-to --doh-url'),
  elsewhere: words('-K --config'),
};

const wget: Taking = {
  operand: address,
  valued: 'oaOtTwQPUlARDIX',
  longs: words(`
    output-file append-output output-document tries timeout wait quota directory-prefix user-agent level accept reject header post-data
    post-file method body-data body-file user password load-cookies save-cookies referer ca-certificate certificate private-key limit-rate
    dns-timeout connect-timeout read-timeout waitretry max-redirect cut-dirs http-user http-password accept-regex reject-regex
  `),
  hosts: words('--base -B'),
  elsewhere: words('-i --input-file -e --execute --config'),
};

/** A method may come first, and items of a request come last. */
const httpie: Taking = {
  operand: (text, at) => {
    if (/^[A-Z]+$/.test(text)) return [];
    return at > 0 && /^[\w-]+(?:[=@]|:[^\d/])/.test(text) ? [] : address(text.replace(/^:/, 'localhost:'));
  },
  valued: 'aAops',
  longs: words('auth auth-type output print pretty style session timeout verify cert cert-key'),
  hosts: words('--proxy'),
};

// Only options that take a value in every version: one that is taken for such would hide the host behind it.
const ssh: Taking = { operand: first, valued: 'bceiIlmpQSwDEBO', hosts: words('-J -W -o -L -R'), elsewhere: words('-F -P') };
const scp: Taking = { operand: remote, valued: 'cilPSDX', hosts: words('-J -o'), elsewhere: words('-F') };
const rsync: Taking = { operand: remote, valued: 'efTBM', longs: words('exclude include rsh') };

const takings: Readonly<Record<string, Taking | undefined>> = Object.assign(Object.create(null), {
  curl,
  wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  ssh,
  scp,
  rsync,
  sshfs: { operand: remote },
  sftp: { ...scp, operand: (text: string) => (remote(text).length > 0 ? remote(text) : address(text)) },
  ...Object.fromEntries(
    words('mosh autossh rsh rlogin nc ncat netcat telnet ftp tftp lftp ping traceroute').map((name) => [
      name,
      { operand: notNumber, hosts: words('-x --proxy') },
    ]),
  ),
  ...Object.fromEntries(
    words('lynx w3m links elinks fetch aria2c axel lwp-request lwp-download get post head iwr irm invoke-webrequest').map((name) => [
      name,
      { operand: address },
    ]),
  ),
  ...Object.fromEntries(
    words('dig nslookup host drill whois').map((name) => [name, { operand: (text: string) => address(text.replace(/^@/, '')) }]),
  ),
  socat: {
    operand: (text: string) =>
      /^(?:exec|system|shell|file|open|gopen|create|unix|stdin|stdout|stdio|pty|fd|pipe|-$)/i.test(text) ? [] : inColons(text).slice(1),
  },
  openssl: { operand: () => [], hosts: words('-connect -host -proxy -url') },
  git: { operand: () => [] },
  ...clientTakings,
});

/** Operations of git whose operands are places of repositories. */
const gitPlaces = new Set(words('clone ls-remote fetch pull push remote submodule archive request-pull'));

/** The hosts that a network client is told to speak to; `*` among them where some cannot be told. Of other programs, none. */
export function hostsTaken({ head, args }: Pick<Call, 'head' | 'args'>): readonly string[] {
  const taking = takings[head];
  if (taking === undefined) return [];
  const places = head === 'git' && args.some(({ texts }) => texts.some((text) => gitPlaces.has(text)));
  const reading: Taking = places ? { operand: (text) => (text === unknownMark ? [] : remote(text)) } : taking;
  const hosts = args.some(({ literal, splits, texts }) => head !== 'git' && !literal && (splits === true || texts.includes(unknownMark)))
    ? [unknownHost]
    : [];
  const width = Math.max(0, ...args.map(({ texts }) => texts.length));
  const readings = Array.from({ length: width }, (_, at) => args.map(({ texts }) => texts[at] ?? texts[0] ?? ''));
  const told = [
    ...hosts,
    ...readings.flatMap((texts) => [...read(texts, reading), ...(reading.connections ? texts.flatMap(connected) : [])]),
  ];
  return [...new Set(told.length === 0 ? [] : [...told, ...(taking.besides ?? [])])];
}

function read(texts: readonly string[], taking: Taking): readonly string[] {
  const hosts: string[] = [];
  const operands: string[] = [];
  let ended = false;
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? '';
    if (text === '--' && !ended) ended = true;
    else if (ended || !text.startsWith('-') || text === '-') {
      if (text !== '') hosts.push(...taking.operand(text, operands.length, operands));
      operands.push(text);
    } else {
      const option = optionOf(text, taking);
      const value = option.value ?? texts[at + 1] ?? '';
      if (option.kind === 'elsewhere') hosts.push(unknownHost);
      if (option.kind === 'hosts') hosts.push(...(text.startsWith('-J') || hasList(text) ? inColons(value) : addresses(value)));
      if (option.kind !== 'flag' && option.value === undefined) at++;
    }
  }
  return hosts;
}

const connected = (text: string): readonly string[] =>
  /^(?:--?\w+=?)?[a-z]\w*\s*=/i.test(text) ? hostsInConnection(text.replace(/^--?\w+=(?=\w+=)|^-[a-z]/i, '')) : [];

/** Some take several, or a port, after commas; the path of a socket is none. */
const addresses = (value: string): readonly string[] => {
  if (value.startsWith('/')) return [];
  return value.includes('/') ? address(value) : value.split(',').flatMap((one) => (one === '' ? [] : address(one)));
};

/** Options whose value is more than one host. */
const hasList = (text: string): boolean => /^(?:--resolve|--connect-to|-[WLRo])/.test(text);

interface OptionRead {
  readonly kind: 'flag' | 'valued' | 'hosts' | 'elsewhere';
  /** Undefined: it is the next word. */
  readonly value?: string | undefined;
}

function optionOf(text: string, { valued = '', longs = [], hosts = [], elsewhere = [], beside = '' }: Taking): OptionRead {
  const kindOf = (name: string): OptionRead['kind'] => {
    const fits = (one: string) => one === name || (name.startsWith('--') && name.length > 3 && one.startsWith(name));
    if (elsewhere.some(fits)) return 'elsewhere';
    if (hosts.some(fits)) return 'hosts';
    return longs.some((one) => `--${one}` === name) || (name.length === 2 && valued.includes(name.slice(1))) ? 'valued' : 'flag';
  };
  const whole = kindOf(text.split('=')[0] ?? text);
  if (text.startsWith('--') || whole !== 'flag')
    return { kind: whole, value: text.includes('=') ? text.slice(text.indexOf('=') + 1) : undefined };
  for (const [at, letter] of Array.from(text).entries()) {
    if (at > 0 && beside.includes(letter)) break;
    const kind = at === 0 ? 'flag' : kindOf(`-${letter}`);
    if (kind !== 'flag') return { kind, value: text.slice(at + 1) || undefined };
  }
  return { kind: 'flag' };
}
