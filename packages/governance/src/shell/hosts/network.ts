import type { Call } from '../script/call.ts';
import type { Effect } from '../effect.ts';
import { hostOfUrl, listed, unknownHost } from './host-of-url.ts';
import { hostsInHeaders } from './host-headers.ts';
import { hostsTaken } from './hosts-taken.ts';
import type { Scene } from '../script/scene.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

const clients = new Set(
  words(`
  curl wget aria2c axel http https xh httpie lynx w3m links elinks fetch ftp lftp tftp nc ncat netcat socat telnet ssh scp sftp rsh
  rlogin mosh autossh sshfs rsync rclone gsutil aws az gcloud kubectl helm gh glab docker podman dig nslookup host drill ping
  traceroute whois openssl s3cmd ipfs youtube-dl yt-dlp get post head lwp-request lwp-download invoke-webrequest iwr irm
`),
);

/** Programs whose output may come from elsewhere, as far as it then may be run. */
const sources = new Set(
  words(`
  curl wget aria2c axel http https xh httpie lynx w3m links elinks fetch ftp lftp tftp nc ncat netcat socat telnet ssh scp sftp
  rsync rclone gsutil aws gh glab svn dig nslookup host drill lwp-request lwp-download youtube-dl yt-dlp s3cmd ipfs iwr irm invoke-webrequest
`),
);

const decoders = new Set(
  words(`
  base64 gbase64 base32 basenc xxd uudecode openssl gpg gpg2 age rev tr hexdump od iconv recode gunzip zcat gzip gzcat bunzip2 bzcat
  bzip2 xz unxz xzcat zstd zstdcat unzstd lz4 lzma brotli uncompress unzip tac ascii85 qprint mimencode uuencode ansi2txt rot13
  printf
`),
);

/** Their `cp` brings files from other machines. */
const containers: ReadonlySet<string> = new Set(words('docker podman nerdctl kubectl oc'));

/** Modules of Python that decode, by `-m`. */
const codecs = /^(?:-m)?(?:base64|binascii|quopri|uu|gzip|zlib|codecs|encodings\.\w+)$/;

/** Where a program's output comes from, when it is not what it was given. */
export function sourceOf({ head, args }: Pick<Call, 'head' | 'args'>): 'network' | 'decoded' | undefined {
  if (sources.has(head)) return 'network';
  if (head === 'printf' || head === 'echo')
    return args.some(({ texts }) => texts.some((text) => /\\(?:x|u|[0-7])/i.test(text))) ? 'decoded' : undefined;
  if (containers.has(head) && args.some(({ texts }) => texts.includes('cp'))) return 'network';
  const isModule = /^python[\d.]*$/.test(head) && args.some(({ texts }) => texts.some((text) => codecs.test(text)));
  return isModule || decoders.has(head) ? 'decoded' : undefined;
}

/**
 * Tells of the hosts that a program names: by address, whatever it is; by the way it takes them, if it is a network client. What a client
 * may speak to beyond those, and what it does not name, is `*`.
 */
export function tellHosts(call: Call, scene: Scene): void {
  const { head } = call;
  const hosts = [...hostsNamed(call), ...hostsInHeaders(call)];
  if (hosts.length === 0 && clients.has(head)) tellHost(unknownHost, { head, scene });
  for (const host of hosts) tellHost(host, { head, scene });
}

/** The hosts in the arguments of a program, `*` for one that cannot be told. */
export function hostsNamed({ head, args }: Pick<Call, 'head' | 'args'>): readonly string[] {
  return [...new Set([...args.flatMap(({ texts }) => texts.flatMap(addressesIn)), ...hostsTaken({ head, args })])];
}

/** Tells of the hosts that a variable or an option names: it sends a client there, or what that fetches. */
export function tellNamed(name: string, { texts }: Arg, { head = '=', scene }: { readonly head?: string; readonly scene: Scene }): void {
  const isProxy = namesProxy.test(name);
  if (!isProxy && !namesHost.test(name)) return;
  for (const text of texts.flatMap((one) => one.replaceAll(/^["']|["']$/g, '').split(/[,|]/))) {
    if (/^(?:|\/.*|direct|off)$/.test(text) || (!isProxy && !likeHost.test(text))) continue;
    for (const host of listed(hostOfUrl(text))) tellHost(host, { head: isProxy ? '=' : head, scene, certainty: 'possible' });
  }
}

const namesProxy = /^(?:(?:https?|ftp|rsync|all|socks5?)_proxy|pghost(?:addr)?|-D[\w.]*proxyhost)$/i;

/** These may hold something else, which does not look like a host; or the machine itself, to be listened at. */
const namesHost =
  /(?:^|[_.-])(?:ur[il]|dsn|host|hostname|hostaddr|endpoint|server|servername|authority|sni|dns|nameserver|proxy|goproxy|registry)$/i;
const likeHost = /^(?!(?:0|127)\.[\d.]+(?::|$))(?:[a-z][a-z0-9+.-]*:\/\/[^\s\0]+|(?:[\w-]+\.)+[\w-]+(?::\d{1,5})?)$/i;

interface Telling {
  readonly head: string;
  readonly scene: Scene;
  readonly certainty?: Effect['certainty'];
}

/** Tells of a host; `*`: of one that cannot be told. */
export function tellHost(host: string, { head, scene, certainty = 'certain' }: Telling): void {
  scene.emit({ kind: 'network', target: host, certainty: host === unknownHost ? 'possible' : certainty, head });
}

/** Hosts of the addresses in a text; of `user@host:path`, the host. */
function addressesIn(text: string): readonly string[] {
  const addresses = [...text.matchAll(/[a-z][a-z0-9+.-]{0,31}:[/\\]{2}[^\s"'<>]+/gi)];
  if (addresses.length > 0) return addresses.flatMap(([address]) => listed(hostOfUrl(address)));
  const scp = /^[\w.-]+@([\w.-]+)(?::|$)/.exec(text)?.[1];
  return scp === undefined ? [] : listed(hostOfUrl(scp));
}
