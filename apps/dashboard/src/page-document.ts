import type { Bundle } from './bundle.ts';

export interface DocumentOptions {
  readonly baseUrl: string;
  /** The path of `appUrl`, without a slash at its end. */
  readonly prefix: string;
  /** The address of the folder with the files, absolute on its site. */
  readonly assets: string;
  readonly bundle: Bundle;
}

/** The page's HTML, the same at every address, without a line of script or style of its own. The app finds its settings in it. */
export function pageDocument({ baseUrl, prefix, assets, bundle }: DocumentOptions): string {
  const at = (name: string): string => escaped(`${assets}/${name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="cairn-base-url" content="${escaped(baseUrl)}">
<meta name="cairn-app-path" content="${escaped(prefix)}">
<title>Cairn</title>
<link rel="icon" href="${at(bundle.icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${at(bundle.style)}">
${bundle.preload.map((name) => `<link rel="modulepreload" href="${at(name)}">\n`).join('')}<script type="module" src="${at(bundle.script)}"></script>
</head>
<body>
<div id="app"><noscript><p>This page needs JavaScript. Allow it for this site and load the page again.</p></noscript></div>
</body>
</html>
`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
