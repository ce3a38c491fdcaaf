import type { Call } from '../script/call.ts';
import { hostOfUrl, listed, unknownHost } from './host-of-url.ts';
import { words } from '../words.ts';

/** Clients that send the headers which they are given. */
const senders = new Set(
  words(`
  curl wget http https xh httpie aria2c ab hey wrk wrk2 oha siege vegeta bombardier ffuf gobuster wfuzz nikto websocat wscat grpcurl
  lwp-request get post head invoke-webrequest iwr irm
`),
);

/** Clients that send what they read as it is. */
const pipes = new Set(words('nc ncat netcat socat telnet openssl'));

/** The hosts that a request names in its headers: whoever takes it passes it on to that one. `*` where headers come from elsewhere. */
export function hostsInHeaders({ head, args, stdin }: Pick<Call, 'head' | 'args' | 'stdin'>): readonly string[] {
  if (pipes.has(head)) return (stdin?.texts ?? []).flatMap(headersIn);
  if (!senders.has(head)) return [];
  const texts = args.flatMap((arg) => arg.texts);
  const isFromFile = texts.some((text, at) => /^(?:-H|--header)$/.test(text) && texts[at + 1]?.startsWith('@') === true);
  const isBeside = texts.some((text) => /^(?:-H|--header=)@/.test(text));
  return [...texts.flatMap(headerIn), ...(isFromFile || isBeside ? [unknownHost] : [])];
}

/** Of an argument that is a header, or an option with one: `Host: h`, `-HHost: h`, `--header=Host: h`. */
function headerIn(text: string): readonly string[] {
  const host = /^(?:-[a-zA-Z]*H|--[\w-]+=)?\s*(?:host|:authority|x-forwarded-host|x-host)\s*:\s*(\S+)$/i.exec(text)?.[1];
  return host === undefined ? [] : listed(hostOfUrl(host));
}

/** Of a request as it is sent; line ends may be written as escapes. */
const headersIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^|\s|\\[rn])host:\s*([^\s\\]+)/gi)].flatMap(([, host = '']) => listed(hostOfUrl(host)));

/** The hosts that code of another language names, as the one to speak to or in a header. */
export const hostsInCode = (code: string): readonly string[] =>
  [...code.matchAll(named), ...code.matchAll(connected)].flatMap(([, host = '']) => listed(hostOfUrl(host)));

const named = /\b(?:host|hostname|authority|server|proxy)['"]?\s*(?::|=>?)\s*['"]([\w.-]+\.[\w-]+(?::\d+)?)['"]/gi;
const connected =
  /\b(?:HTTPS?Connection|connect|createConnection|create_connection|getaddrinfo|gethostbyname|Net::HTTP\.\w+|TCPSocket\.\w+|fsockopen|dial)\s*\(+\s*['"]([\w.-]+\.[\w-]+(?::\d+)?)['"]/gi;
