import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** A fetch of what clients tell of themselves. */
export type DocumentFetch = (url: string | URL | Request, options?: RequestInit) => Promise<Response>;

/** The addresses of a host; none when there is no answer. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Asks name servers itself, and not for long: the system's own way would hold one of the few threads that hash passwords too, for as long as
 * a stranger's name server likes.
 */
const resolver = new Resolver({ timeout: 1000, tries: 2 });

const resolveAll: Resolve = async (host) => {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** Addresses of networks of one's own, of this machine, of many at once and of special use (the IANA registries). */
const inside = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/** Of IPv6, only this is handed out for the world. */
const global = blockList(['2000::/3']);

/**
 * A fetch that asks the world alone: a host of which any address is inside a network is refused before anything is sent or connected to, so
 * that a stranger learns nothing of what is there. A name that changes its addresses in between is left to the guard at the connection.
 */
export function createOutsideFetch(send: DocumentFetch = fetch, resolve: Resolve = resolveAll): DocumentFetch {
  return async (address, options) => {
    const { hostname } = new URL(address instanceof Request ? address.url : address);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    if (found.length === 0 || found.some(isInside)) throw new TypeError('the host is not an address of the internet');
    return send(address, options);
  };
}

function isInside(address: string): boolean {
  if (isIP(address) === 4) return inside.check(address, 'ipv4');
  return !global.check(address, 'ipv6') || inside.check(address, 'ipv6');
}

function blockList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/');
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
