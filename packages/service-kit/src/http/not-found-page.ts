import { createHash } from 'node:crypto';

/** The whole style of the page; the policy names its hash, so nothing else is let in. */
const style =
  ':root{color-scheme:light dark;--paper:#f7f7f4;--ink:#1b1f1d;--quiet:#59615c;--accent:#1f5f51;font:1rem/1.5 system-ui,sans-serif}' +
  '@media(prefers-color-scheme:dark){:root{--paper:#121413;--ink:#e9ece9;--quiet:#a3aca6;--accent:#8fd6c3}}' +
  'body{margin:0;padding:15vh 1.5rem 0;background:var(--paper);color:var(--ink)}main{max-width:34rem;margin:0 auto}' +
  'h1{font-size:1.5rem;font-weight:600;margin:0 0 .5rem}p{margin:0 0 1rem;color:var(--quiet)}a{color:var(--accent)}';

const policy = [
  "default-src 'none'",
  // Its empty icon, without which browsers ask for one.
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What people see at an address where there is nothing. */
export interface NotFoundPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** The page for those whose pages are at `home`. It says nothing of the address that was asked for, so nobody else's words are on it. */
export function notFoundPage(home: string): NotFoundPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>Nothing here · Cairn</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Nothing here</h1>
<p>There is no page at this address. It may be mistyped.</p>
<p><a href="${escaped(new URL(home).href)}">Go to your projects</a></p>
</main>
</body>
</html>
`;
  return { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, vary: 'Accept' }, html };
}

/** Whether whoever asks wants a page rather than JSON, as browsers do: it is named, and JSON is not named as better. */
export function asksForPage(accept: string | undefined): boolean {
  const qualities = new Map((accept ?? '').split(',').map(readRange));
  const html = qualities.get('text/html') ?? 0;
  return html > 0 && html > Math.max(...json.map((type) => qualities.get(type) ?? 0));
}

const json = ['application/json', 'application/problem+json'] as const;

function readRange(range: string): readonly [name: string, quality: number] {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2))];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
