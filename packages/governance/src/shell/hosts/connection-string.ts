import { hostOfUrl, listed } from './host-of-url.ts';

/** The hosts in a text such as `host=h port=1`, `Server=h;Database=x` or `user@tcp(h:1)/x`. */
export function hostsInConnection(text: string): readonly string[] {
  const given = [...text.matchAll(pairs), ...text.matchAll(dialled)].flatMap(([, list = '']) => list.split(','));
  // A path is that of a socket.
  return given.flatMap((one) => (one === '' || one.startsWith('/') ? [] : listed(hostOfUrl(one))));
}

const pairs = /(?:^|[\s;?&'"])(?:host|hostaddr|server|data source|addr|address)\s*=\s*'?(?:tcp:)?([^\s;&'"]+)/gi;
const dialled = /(?:tcp|udp)[46]?\(([^)\s]+)\)/gi;
