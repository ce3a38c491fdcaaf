import { isJoint, numberWord, spoken } from './number-words.ts';

/** A number as it stands in a text. */
export interface NumberIn {
  /** Its value with sign, decimals and percent: `-15`, `3.25`, `15%`; what is no plain number (`1.2.3`) as it is written. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is in words. */
  readonly isSpelled: boolean;
  /** Whether the word may be an article (`one`, `ein`, `une`). */
  readonly isArticle: boolean;
}

const percent = String.raw`\s?(?:[%％٪‰]|(?:percent|per cent|prozent|pour cent|por ciento|per cento|por cento|procent|prosent|процент\p{L}*)(?!\p{L}))`;
const digits = String.raw`\p{Nd}+(?:[  ]\p{Nd}{3}(?!\p{Nd}))*(?:[.,'’٫٬．，]\p{Nd}+)*`;
const numeral = new RegExp(String.raw`(?<sign>(?<![\p{L}\p{N}])[-−–‐‑﹣－])?(?<body>${digits})(?<percent>${percent})?`, 'giu');
const word = /[\p{L}\p{M}]+/gu;
const percentAfter = new RegExp(`^${percent}`, 'iu');
const minusBefore = /(?:^|[^\p{L}])(?:minus|moins|menos|meno|минус)\s+$/iu;
const hanNumeral = /[〇零一二两兩三四五六七八九十百千万萬億亿]{2,}|[一二两兩三四五六七八九十](?=[天日月年周週个個小时時分元块%人名次])/gu;

/**
 * The numbers of a text in order, in any of Unicode's digits and in words of English, Russian and these languages. Where a text is in a language
 * of the continent, `1.000` is a thousand.
 */
export function numbersIn(text: string, languages: readonly string[] = []): readonly NumberIn[] {
  const commaDecimals = languages.length > 0 && languages.length < 6;
  const numerals = Array.from(text.matchAll(numeral), ({ index, groups = {} }) => {
    const sign = groups['sign'] !== undefined || minusBefore.test(text.slice(Math.max(0, index - 12), index)) ? '-' : '';
    const raw = `${groups['sign'] ?? ''}${groups['body'] ?? ''}${groups['percent'] ?? ''}`;
    const value = `${sign}${valueOf(groups['body'] ?? '', commaDecimals)}${groups['percent'] === undefined ? '' : percentOf(groups['percent'])}`;
    return { value, start: index, end: index + raw.length, isSpelled: false, isArticle: false };
  });
  const scaled = numerals.map((number) => scaledBy(number, text, languages));
  const free = [...spelled(text, languages), ...ideographic(text)].filter(
    ({ start }) => !scaled.some((one) => start >= one.start && start < one.end),
  );
  return [...scaled, ...free].toSorted((a, b) => a.start - b.start);
}

function percentOf(written: string): string {
  return written.includes('‰') ? '‰' : '%';
}

/** `15 thousand`, `1.5 Millionen`. */
function scaledBy(number: NumberIn, text: string, languages: readonly string[]): NumberIn {
  const [match, scaleWord = ''] = /^ ?([\p{L}\p{M}]+)/u.exec(text.slice(number.end, number.end + 24)) ?? [];
  const [scale = 0] = match === undefined ? [] : numberWord(scaleWord, languages);
  if (match === undefined || scale < 100 || !/^-?\d+(?:\.\d+)?$/.test(number.value)) return number;
  return { ...number, value: String(Number(number.value) * scale), end: number.end + match.length };
}

function valueOf(written: string, commaDecimals: boolean): string {
  const ascii = Array.from(written, (unit) => (/\p{Nd}/u.test(unit) ? digitOf(unit) : (separators[unit] ?? unit))).join('');
  const marks = ascii.match(/[.,]/g) ?? [];
  const plain = ascii.replaceAll(/[ '_]/g, '');
  if (marks.length === 0) return trimmed(plain);
  const [first, last] = [marks[0], marks.at(-1)];
  if (first !== last) {
    const at = plain.lastIndexOf(last ?? '');
    return trimmed(`${plain.slice(0, at).replaceAll(/[.,]/g, '')}.${plain.slice(at + 1)}`);
  }
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(plain);
  if (marks.length > 1) return isGrouped ? trimmed(plain.replaceAll(/[.,]/g, '')) : plain;
  if (isGrouped && (first === ',') !== commaDecimals) return trimmed(plain.replace(/[.,]/, ''));
  return trimmed(plain.replace(',', '.'));
}

const separators: Readonly<Record<string, string>> = { '’': "'", '٫': '.', '٬': "'", '．': '.', '，': ',', '\u00a0': ' ', '\u202f': ' ' };

function trimmed(number: string): string {
  const whole = number.replace(/^0+(?=\d)/, '');
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
}

/** Digits of every script stand in rows of ten. */
function digitOf(unit: string): string {
  const code = unit.codePointAt(0) ?? 0;
  let start = code;
  while (code - start < 60 && /\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((code - start) % 10);
}

function spelled(text: string, languages: readonly string[]): readonly NumberIn[] {
  const found: NumberIn[] = [];
  let run: { values: number[]; start: number; end: number } | undefined;
  const close = (): void => {
    const { values, start, end } = run ?? { values: [], start: 0, end: 0 };
    const [after = ''] = percentAfter.exec(text.slice(end, end + 16)) ?? [];
    const sign = minusBefore.test(text.slice(Math.max(0, start - 12), start)) ? '-' : '';
    for (const value of spoken(values)) {
      found.push({
        value: `${sign}${value}${after && percentOf(after)}`,
        start,
        end: end + after.length,
        isSpelled: true,
        isArticle: value === 1,
      });
    }
    run = undefined;
  };
  for (const { 0: token, index } of text.matchAll(word)) {
    const values = numberWord(token, languages);
    const isNext =
      run !== undefined &&
      /^[\s‐-]*$/u.test(text.slice(run.end, index).replace(/[\p{L}]+/gu, (between) => (isJoint(between) ? '' : between)));
    if (values.length === 0) {
      if (!isJoint(token)) close();
      continue;
    }
    if (!isNext) close();
    run = { values: [...(run?.values ?? []), ...values], start: run?.start ?? index, end: index + token.length };
  }
  close();
  return found;
}

const hanDigits = '零一二三四五六七八九';
const hanScales: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };

function ideographic(text: string): readonly NumberIn[] {
  return Array.from(text.matchAll(hanNumeral), ({ 0: written, index }) => {
    const plain = written.replaceAll('〇', '零').replaceAll(/[两兩]/g, '二');
    const value = /[十百千万萬亿億]/.test(plain) ? hanValue(plain) : Number(Array.from(plain, (unit) => hanDigits.indexOf(unit)).join(''));
    return { value: String(value), start: index, end: index + written.length, isSpelled: true, isArticle: value === 1 };
  });
}

function hanValue(written: string): number {
  let [total, section, digit] = [0, 0, 0];
  for (const unit of written) {
    const scale = hanScales[unit];
    if (scale === undefined) digit = Math.max(0, hanDigits.indexOf(unit));
    else if (scale < 1e4) [section, digit] = [section + Math.max(1, digit) * scale, 0];
    else [total, section, digit] = [(total + Math.max(1, section + digit)) * scale, 0, 0];
  }
  return total + section + digit;
}
