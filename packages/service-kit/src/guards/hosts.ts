import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const hostShape = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/** Whether a name in an address or a Host header (IPv6 in brackets) is this machine itself. */
export function isLoopbackName(name: string): boolean {
  return loopbackNames.has(name);
}

export type HostCheck = (host: string | undefined, socket: Pick<Socket, 'localAddress' | 'localPort'>) => boolean;

/**
 * Which Host headers are answered: those of the given addresses and the listed hosts. The loopback names are answered too, with
 * any port while the service's own address is a loopback one, else with the listening port on a loopback connection. Without the
 * check a page of a foreign site could make its own name resolve here (DNS rebinding) and then read answers as its own.
 */
export function createHostCheck({ urls, hosts }: { readonly urls: readonly string[]; readonly hosts: readonly string[] }): HostCheck {
  const known = new Set([...urls.flatMap(hostsOfUrl), ...hosts.map((host) => host.toLowerCase())]);
  const isLocal = urls.some((url) => isLoopbackName(new URL(url).hostname));
  const isLoopbackHost: HostCheck = (host = '', socket) => {
    const [, name = '', port = '80'] = hostShape.exec(host) ?? [];
    if (!isLoopbackName(name)) return false;
    return isLocal || (isLoopbackAddress(socket.localAddress) && port === String(socket.localPort));
  };
  return (host, socket) => {
    if (host === undefined) return false;
    if (known.has(host)) return true;
    const lowerCase = host.toLowerCase();
    return known.has(lowerCase) || isLoopbackHost(lowerCase, socket);
  };
}

const hostOfTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** The hosts that a request is for, each of which has to be known: that of Host, and of a target that names one (RFC 9112, 3.2.2). */
export function hostsNamed({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): readonly (string | undefined)[] {
  return url.startsWith('/') || url === '*' ? [headers.host] : [headers.host, hostOfTarget.exec(url)?.[1]];
}

/** With and without the port when it is the default one of the scheme: clients may send either. */
function hostsOfUrl(address: string): readonly string[] {
  const url = new URL(address);
  return [url.host, `${url.hostname}:${portOf(url)}`];
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port;
  return url.protocol === 'https:' ? '443' : '80';
}

function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && (address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.'));
}
