import { attribute, elements, type XmlElement } from '../xml/element.ts';

/** How the numbers of cells are shown, as far as it changes what they mean. */
export type NumberKind = 'number' | 'date' | 'time' | 'date-time' | 'percent';

/** Excel's own formats that are dates or times; their codes are in no file. */
const builtIn: Readonly<Record<number, NumberKind>> = {
  9: 'percent',
  10: 'percent',
  ...Object.fromEntries([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'])),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time'])),
  22: 'date-time',
};

/** The kind of number of each cell style. */
export function numberKinds(styleSheet: XmlElement | undefined): NumberKind[] {
  const own = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  for (const group of styleSheet ? elements(styleSheet) : []) {
    for (const each of elements(group)) {
      if (group.name === 'numFmts') own.set(Number(attribute(each, 'numFmtId')), kindOfCode(attribute(each, 'formatCode') ?? ''));
      if (group.name !== 'cellXfs') continue;
      const id = Number(attribute(each, 'numFmtId') ?? 0);
      kinds.push(own.get(id) ?? builtIn[id] ?? 'number');
    }
  }
  return kinds;
}

/** By the letters of a format code outside quoted text, escapes and brackets. */
function kindOfCode(code: string): NumberKind {
  const first = code.split(';')[0] ?? '';
  const bare = first.replace(/\[(?:h+|m+|s+)\]/gi, 'h').replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  if (/general/i.test(bare)) return 'number';
  const hasDate = /[yd]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare));
  const hasTime = /[hs]/i.test(bare);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  if (hasTime) return 'time';
  return bare.includes('%') ? 'percent' : 'number';
}

const dayMs = 86_400_000;

/** A cell's number as it is read: dates as ISO 8601, percents with their sign, no rounding noise of binary fractions. */
export function shownNumber(value: string, kind: NumberKind, epoch1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (kind === 'percent') return `${plain(number * 100)}%`;
  if (kind === 'number' || number < 0 || number > 2_958_466) return plain(number);
  // Excel counts a 29 February 1900 that never was.
  const days = epoch1904 ? number + 1462 : number < 60 ? number + 1 : number;
  const iso = new Date(Math.round((days - 25_569) * 86_400) * 1000).toISOString();
  const time = iso.slice(11, iso.endsWith(':00.000Z') ? 16 : 19);
  if (kind === 'time') return number >= 1 ? `${plain(Math.round(number * dayMs) / 3_600_000)} h` : time;
  return kind === 'date' || time === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

const plain = (number: number): string => String(Number(number.toPrecision(15)));
