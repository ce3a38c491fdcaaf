/** What a browser does of a flow: goes where it is sent, one step at a time, and keeps cookies. */
export interface Browser {
  /** Asks an address as a click would, without following. */
  visit(address: string): Promise<Visit>;
  /** Names of the cookies it holds. */
  cookies(): readonly string[];
}

export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  /** Where it is sent on; undefined when it stays. */
  readonly location: URL | undefined;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export function createBrowser(headers: Readonly<Record<string, string>> = {}): Browser {
  const jar = new Map<string, Cookie>();
  return {
    async visit(address) {
      const url = new URL(address);
      const cookie = [...jar.values()]
        .filter(({ path }) => url.pathname.startsWith(path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { accept: 'text/html,*/*', ...headers, ...(cookie === '' ? {} : { cookie }) },
      });
      for (const line of answer.headers.getSetCookie()) keep(jar, line);
      const location = answer.headers.get('location');
      return {
        status: answer.status,
        headers: answer.headers,
        location: location === null ? undefined : new URL(location, url),
        text: await answer.text(),
      };
    },
    cookies: () => [...jar.values()].map(({ name }) => name),
  };
}

function keep(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
  if (value === '' || attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one))) jar.delete(name + path);
  else jar.set(name + path, { name, value, path });
}
