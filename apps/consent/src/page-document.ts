import { scriptsFrom } from './page-files.ts';
import type { PageFile } from './page-files.ts';

export interface DocumentOptions {
  /** Its heading before its scripts run. */
  readonly title: string;
  /** The script that it starts with. */
  readonly entry: string;
  readonly baseUrl: string;
  /** The path that all pages of the app are below, without a slash at its end. */
  readonly appPath: string;
  /** The address of the folder with the files, absolute on its site, so that a trailing slash in the page's own address changes nothing. */
  readonly assets: string;
  readonly files: readonly PageFile[];
}

/** A page's HTML: a frame that is there at once, without a line of script of its own. Its scripts find the addresses in it. */
export function pageDocument({ title, entry, baseUrl, appPath, assets, files }: DocumentOptions): string {
  const scripts = scriptsFrom(entry, files).map((name) => `${assets}/${name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="cairn-base-url" content="${escaped(baseUrl)}">
<meta name="cairn-app-path" content="${escaped(appPath)}">
<title>${escaped(title)} · Cairn</title>
<link rel="icon" href="${escaped(assets)}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escaped(assets)}/style.css">
${scripts.map((address) => `<link rel="modulepreload" href="${escaped(address)}">`).join('\n')}
<script type="module" src="${escaped(assets)}/${escaped(entry)}"></script>
</head>
<body>
<header>${logoIn(files)}<span>Cairn</span></header>
<main aria-busy="true">
<h1>${escaped(title)}</h1>
<noscript><p>This page needs JavaScript. Allow it for this site and load the page again.</p></noscript>
</main>
</body>
</html>
`;
}

/** The icon as part of the document, which needs no further request and takes the colours of the page. */
function logoIn(files: readonly PageFile[]): string {
  const icon = files.find(({ name }) => name === 'icon.svg')?.bytes.toString() ?? '';
  return icon
    .replace('<svg ', '<svg aria-hidden="true" ')
    .replace(/ fill="[^"]*"/, '')
    .replace(/\s*\n\s*/g, '');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
