const hidingDeclaration =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?(?![.\d])|font-size\s*:\s*0(?![.\d]))/i;

/** As far off as text is put so that nobody sees it. */
const farOff = /^-(?:(?:999|[1-9]\d{3,})(?:\.\d+)?(?:px|pt)?|[1-9]\d{1,}(?:\.\d+)?(?:em|rem)|[1-9]\d{2,}(?:\.\d+)?(?:vw|vh|%))$/;
const outOfPlace = new Set(['absolute', 'fixed']);
const clippedAway = /^rect\((?:[01](?:px)?[\s,]*){4}\)$/;
const cutAway = /^(?:inset\((?:50|100)%\)|circle\(0(?:px|%)?\))$/;

/** How text is kept from sight: it is not drawn, or drawn where or so that nobody sees it. */
export type Hiding = 'undrawn' | 'unseen';

/** Properties by which a style hides in this way, and shows again. */
export const properties: Readonly<Record<Hiding, RegExp>> = {
  undrawn: /display|visibility|opacity|font-size/i,
  unseen: /position|left|right|top|bottom|text-indent|clip|color|background/i,
};

/** How declarations, as of a `style` attribute, keep text from sight. */
export function hidingOf(style: string): Hiding | undefined {
  if (hidingDeclaration.test(style)) return 'undrawn';
  if (!/position|text-indent|clip|color/i.test(style)) return undefined;
  const declared = declarationsOf(style);
  return isOffThePage(declared) || isOfItsGround(declared) ? 'unseen' : undefined;
}

function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    if (colon !== -1) declared.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return declared;
}

function isOffThePage(declared: ReadonlyMap<string, string>): boolean {
  const isFar = (property: string): boolean => farOff.test(declared.get(property) ?? '');
  if (isFar('text-indent') || cutAway.test(declared.get('clip-path') ?? '')) return true;
  if (!outOfPlace.has(declared.get('position') ?? '')) return false;
  return ['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top'].some(isFar) || clippedAway.test(declared.get('clip') ?? '');
}

function isOfItsGround(declared: ReadonlyMap<string, string>): boolean {
  const colour = plainColour(declared.get('color'));
  const ground = plainColour(declared.get('background-color') ?? declared.get('background'));
  return colour !== undefined && colour === ground;
}

const named: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' };

/** A colour in one spelling; undefined for what is no colour by itself. */
function plainColour(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (/^#[0-9a-f]{3}$/.test(value)) return value.replace(/[0-9a-f]/g, '$&$&');
  const rgb = /^rgb\((\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\)$/.exec(value);
  if (rgb)
    return `#${rgb
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')}`;
  if (/^#[0-9a-f]{6}$/.test(value)) return value;
  return /^[a-z]+$/.test(value) && value !== 'transparent' && value !== 'inherit' ? (named[value] ?? value) : undefined;
}
