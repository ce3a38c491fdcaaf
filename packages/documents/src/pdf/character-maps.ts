/**
 * Adobe's character maps of East Asian encodings, which PDFs name and do not carry. A map takes codes to numbers of glyphs, and
 * another takes those to Unicode; here the numbers are our own, since only the text counts, and the encodings are those that
 * `TextDecoder` knows. They stand where no real number does, so that a font which uses real ones has no text instead of another.
 */
const firstNumber = 0x6000;

interface Collection {
  readonly encodings: readonly string[];
  /** Names of maps, without `-H` and `-V`, by encoding. */
  readonly maps: Readonly<Record<string, readonly string[]>>;
}

const collections: Readonly<Record<string, Collection>> = {
  Japan1: {
    encodings: ['shift_jis', 'euc-jp'],
    maps: {
      shift_jis: ['90ms-RKSJ', '90msp-RKSJ', '90pv-RKSJ', '83pv-RKSJ', 'Add-RKSJ', 'Ext-RKSJ', 'RKSJ'],
      'euc-jp': ['EUC'],
      'utf-16be': ['UniJIS-UCS2', 'UniJIS-UCS2-HW', 'UniJIS-UTF16', 'UniJIS2004-UTF16', 'UniJISPro-UCS2'],
    },
  },
  GB1: {
    encodings: ['gb18030'],
    maps: { gb18030: ['GBK-EUC', 'GBKp-EUC', 'GBK2K', 'GB-EUC', 'GBpc-EUC'], 'utf-16be': ['UniGB-UCS2', 'UniGB-UTF16'] },
  },
  CNS1: {
    encodings: ['big5'],
    maps: { big5: ['ETen-B5', 'ETenms-B5', 'B5pc', 'B5', 'HKscs-B5'], 'utf-16be': ['UniCNS-UCS2', 'UniCNS-UTF16'] },
  },
  Korea1: {
    encodings: ['euc-kr'],
    maps: { 'euc-kr': ['KSCms-UHC', 'KSCms-UHC-HW', 'KSC-EUC', 'KSCpc-EUC'], 'utf-16be': ['UniKS-UCS2', 'UniKS-UTF16'] },
  },
};

/** Codes of one byte, and of two by their first and last. */
const codeSpaces: Readonly<Record<string, string>> = {
  shift_jis: '<00> <80> <A0> <DF> <8140> <9FFC> <E040> <FCFC>',
  'euc-jp': '<00> <80> <A1A1> <FEFE>',
  gb18030: '<00> <80> <8140> <FEFE>',
  big5: '<00> <80> <A140> <FEFE>',
  'euc-kr': '<00> <80> <8141> <FEFE>',
  'utf-16be': '<0000> <FFFF>',
};

/** The map of a name as a PDF would carry it; undefined when it is none of those known here. */
export function characterMap(name: string): string | undefined {
  for (const [ordering, { encodings, maps }] of Object.entries(collections)) {
    if (name === `Adobe-${ordering}-UCS2`) return toUnicode(numbersOf(encodings));
    for (const [encoding, names] of Object.entries(maps)) {
      const base = names.find((each) => name === `${each}-H` || name === `${each}-V`);
      if (base !== undefined) return toNumbers(encoding, { numbers: numbersOf(encodings), isVertical: name.endsWith('-V') });
    }
  }
  return undefined;
}

/** Each character of the encodings with its number. */
function numbersOf(encodings: readonly string[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const encoding of encodings) {
    for (const [, character] of codesOf(encoding)) {
      if (!numbers.has(character)) numbers.set(character, firstNumber + numbers.size);
    }
  }
  return numbers;
}

/** The codes of an encoding, as hexadecimal digits, with their characters of one code unit. */
function* codesOf(encoding: string): Generator<readonly [string, string]> {
  const decoder = new TextDecoder(encoding);
  const characterOf = (...bytes: number[]): string => decoder.decode(Uint8Array.from(bytes));
  for (let byte = 0x20; byte < 0x100; byte += 1) {
    const character = characterOf(byte);
    if (isOne(character)) yield [hex(byte, 2), character];
  }
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const character = characterOf(lead, trail);
      if (isOne(character)) yield [hex(lead * 256 + trail, 4), character];
    }
  }
}

const isOne = (character: string): boolean => character.length === 1 && character !== '\ufffd';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

interface NumberMap {
  readonly numbers: ReadonlyMap<string, number>;
  readonly isVertical: boolean;
}

function toNumbers(encoding: string, { numbers, isVertical }: NumberMap): string {
  const codes =
    encoding === 'utf-16be' ? Array.from(numbers.keys(), (each) => [hex(each.charCodeAt(0), 4), each] as const) : codesOf(encoding);
  const lines = Array.from(codes, ([code, character]) => `<${code}> ${numbers.get(character)}`);
  const mode = isVertical ? '/WMode 1 def\n' : '';
  return `begincmap\n${mode}1 begincodespacerange ${codeSpaces[encoding]} endcodespacerange\n${lines.length} begincidchar\n${lines.join('\n')}\nendcidchar\nendcmap`;
}

function toUnicode(numbers: ReadonlyMap<string, number>): string {
  const lines = Array.from(numbers, ([character, number]) => `<${hex(number, 4)}> <${hex(character.charCodeAt(0), 4)}>`);
  return `begincmap\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar\nendcmap`;
}
