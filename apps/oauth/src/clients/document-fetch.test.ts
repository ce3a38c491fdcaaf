import { describe, expect, test } from 'vitest';
import { createDocumentFetch } from './document-fetch.ts';

/** Keeps what it was asked for. */
function keptFetch() {
  const asked: { url: string; options: Record<string, unknown> }[] = [];
  const send = async (url: string | URL | Request, options?: RequestInit): Promise<Response> => {
    asked.push({ url: url instanceof Request ? url.url : String(url), options: { ...options } });
    return new Response('{}');
  };
  return { asked, fetch: createDocumentFetch(send) };
}

describe('a document of a client', () => {
  test('is asked for by name, through the guard that came with the request', async () => {
    const { asked, fetch } = keptFetch();
    const guard = { name: 'drops connections to inside addresses' };
    const signal = AbortSignal.timeout(1000);
    await fetch('https://claude.ai/oauth/client', {
      headers: { accept: 'application/json' },
      signal,
      ...({ dispatcher: guard } as object),
    });
    const [{ url, options } = { url: '', options: {} }] = asked;
    expect([url, options['dispatcher'], options['signal'], options['redirect']]).toEqual([
      'https://claude.ai/oauth/client',
      guard,
      signal,
      'manual',
    ]);
    const headers = options['headers'] as Headers;
    expect([headers.get('accept'), headers.get('user-agent')]).toEqual(['application/json', expect.stringMatching(/^Cairn\//)]);
  });

  test.each(['http://a.example/client', 'https://a.example:8443/client', 'ftp://a.example/', 'https://a.example:80/'])(
    'is not asked for at %s',
    async (address) => {
      const { asked, fetch } = keptFetch();
      await expect(fetch(address)).rejects.toThrow(TypeError);
      expect(asked).toEqual([]);
    },
  );
});
