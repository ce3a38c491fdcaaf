import type { Call } from './call.ts';
import { readable } from './path.ts';
import type { Scene } from './scene.ts';
import { words } from './words.ts';

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
  rsync rclone gsutil aws dig nslookup host drill lwp-request lwp-download youtube-dl yt-dlp s3cmd ipfs iwr irm invoke-webrequest
`),
);

const decoders = new Set(
  words(`
  base64 gbase64 base32 basenc xxd uudecode openssl gpg gpg2 age rev tr hexdump od iconv recode gunzip zcat gzip gzcat bunzip2 bzcat
  bzip2 xz unxz xzcat zstd zstdcat unzstd lz4 lzma brotli uncompress unzip tac ascii85 qprint mimencode uuencode ansi2txt rot13
  printf
`),
);

/** Where a program's output comes from, when it is not what it was given. */
export function sourceOf({ head, args }: Pick<Call, 'head' | 'args'>): 'network' | 'decoded' | undefined {
  if (sources.has(head)) return 'network';
  if (head === 'printf' || head === 'echo')
    return args.some(({ texts }) => texts.some((text) => /\\(?:x|u|[0-7])/i.test(text))) ? 'decoded' : undefined;
  return decoders.has(head) ? 'decoded' : undefined;
}

/** Tells of the hosts that a program names, by address; of a network client always, whether it names one or not. */
export function tellHosts({ head, args }: Call, scene: Scene): void {
  const hosts = args.flatMap(({ texts }) => texts.flatMap(hostsOf));
  if (hosts.length === 0 && clients.has(head)) hosts.push('*');
  for (const host of hosts) scene.emit({ kind: 'network', target: host, certainty: host === '*' ? 'possible' : 'certain', head });
}

/** The host of an address in a text, as the standard parser reads it; of `user@host:path` and `host:path`, the host. */
function hostsOf(text: string): readonly string[] {
  const address = /[a-z][a-z0-9+.-]*:\/\/\S+/i.exec(text)?.[0];
  if (address !== undefined) return [hostOfUrl(address)];
  const scp = /^[\w.-]+@([\w.-]+)(?::|$)/.exec(text)?.[1];
  return scp === undefined ? [] : [scp.toLowerCase()];
}

/** The host of an address, in lower case and without port; `*` when it cannot be told. */
export function hostOfUrl(address: string): string {
  // Other schemes than the web's are read like the web's, so that the host is normalised.
  const webbed = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, 'http://');
  if (!URL.canParse(webbed)) return '*';
  return readable(new URL(webbed).hostname.replace(/\.$/, '')) || '*';
}
