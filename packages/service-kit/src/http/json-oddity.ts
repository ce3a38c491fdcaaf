/** A well-formed JSON text that would not be kept as it was sent. */
export type JsonOddity = 'repeated-key' | 'altered-number';

const blank = /[\s]*/y;
const numeral = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Shorter integers and fractions come through a double unaltered. */
const exactLength = 15;

/**
 * What in a well-formed JSON text is not kept as it was sent: an object that has a key twice (the first value would be lost), or a
 * number that a 64-bit floating point number does not hold (9007199254740993 would become 9007199254740992). Linear in the length.
 */
export function jsonOddity(text: string): JsonOddity | undefined {
  /** Of each value that is open: the keys of an object, undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length;) {
    const character = text[at] as string;
    if (character === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keys && isKey(text, end)) {
        const key = keyOf(text.slice(at, end));
        if (keys.has(key)) return 'repeated-key';
        keys.add(key);
      }
      at = end;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      numeral.lastIndex = at;
      const [number = character] = numeral.exec(text) ?? [];
      if (isAltered(number)) return 'altered-number';
      at += number.length;
    } else {
      if (character === '{') open.push(new Set());
      else if (character === '[') open.push(undefined);
      else if (character === '}' || character === ']') open.pop();
      at += 1;
    }
  }
  return undefined;
}

/** Just behind the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  blank.lastIndex = end;
  blank.exec(text);
  return text[blank.lastIndex] === ':';
}

/** Two spellings of a key are one key. */
function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

function isAltered(number: string): boolean {
  if (number.length <= exactLength && !/e/i.test(number)) return false;
  const value = Number(number);
  // What is too large for any number reaches the check of its field, which names it.
  return Number.isFinite(value) && decimal(number) !== decimal(String(value));
}

/** A number by its telling digits and its power of ten, in one spelling. */
function decimal(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const telling = digits.replace(/0+$/, '');
  if (telling === '') return '0';
  return `${sign}${telling}e${Number(exponent) - fraction.length + (digits.length - telling.length)}`;
}
