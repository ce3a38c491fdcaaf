import type { Addresses } from './addresses.ts';

interface CookieResponse {
  getHeader(name: string): unknown;
  setHeader(name: string, value: string[]): unknown;
}

/**
 * Brings the library's cookies in order. Nothing is remembered of who was here (`create-adapter.ts`), so no cookie has to say so. The one that
 * marks the browser of an interaction goes to that interaction's path, so that apps which connect at the same time do not take it
 * from each other.
 */
export function adjustCookies(response: CookieResponse, { basePath }: Pick<Addresses, 'basePath'>): void {
  const cookies = response.getHeader('set-cookie');
  if (!Array.isArray(cookies)) return;
  const lines = cookies.map(String).filter((cookie) => !cookie.startsWith('_session'));
  const [, uid] = /^_interaction=([\w-]+);/m.exec(lines.join('\n')) ?? [];
  const path = `path=${basePath}/oauth`;
  response.setHeader(
    'set-cookie',
    lines.map((line) =>
      uid !== undefined && /^_interaction(?:\.sig)?=/.test(line)
        ? line.replace(new RegExp(`${path}(?=;|$)`), `${path}/interactions/${uid}`)
        : line,
    ),
  );
}
