import { encodedAs } from '@cairn/test-kit';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const samples: readonly (readonly [string, string])[] = [
  ['shift_jis', '吾輩は猫である。名前はまだ無い。'],
  ['shift_jis', 'カタログ'],
  ['shift_jis', '会議の議事録。来週の月曜日に東京本社で開催します。\r\nABC 123'],
  ['euc-jp', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'],
  ['gb18030', '中华人民共和国的首都是北京。我们在这里学习中文。'],
  ['gb18030', '会议记录'],
  ['big5', '中華民國的首都是台北。我們在這裡學習中文。'],
  ['big5', '退款政策：三十天內可以退款。'],
  ['euc-kr', '대한민국의 수도는 서울이다. 우리는 한국어를 배운다.'],
  ['koi8-r', 'Привет, как дела? Это обычный русский текст для проверки.'],
  ['windows-1251', 'Привет, как дела? Это обычный русский текст для проверки.'],
  ['windows-1252', 'Café “naïve” – déjà vu, 5 € für Größe'],
  ['windows-1252', 'café'],
  ['windows-1252', 'Die Straße führt über die Brücke nach Köln und weiter nach München.'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń'],
  ['windows-1253', 'Καλημέρα κόσμε, τι κάνεις σήμερα;'],
  ['windows-1254', 'Şişli İstanbul güzel bir şehir, çok büyük'],
  ['windows-1255', 'שלום עולם, מה שלומך היום?'],
  ['windows-1256', 'مرحبا بالعالم كيف حالك اليوم'],
];

const numberOf = (value: number, littleEndian: boolean): Buffer => {
  const bytes = Buffer.alloc(4);
  new DataView(bytes.buffer, bytes.byteOffset, 4).setUint32(0, value, littleEndian);
  return bytes;
};
const utf32Of = (text: string, littleEndian: boolean): Buffer =>
  Buffer.concat(Array.from(text, (character) => numberOf(character.codePointAt(0) ?? 0, littleEndian)));

describe('a text', () => {
  it.each(samples)('in %s is read: %s', (encoding, text) => {
    const decoded = decodeText(encodedAs(text, encoding));
    expect(decoded.text).toBe(text);
    expect(decoded.warnings).toEqual([expect.stringMatching(/^The text was read as /)]);
  });

  it.each(samples)('that was in %s is read in UTF-8 and UTF-16 with and without a mark: %s', (_, text) => {
    const wide = Buffer.from(text, 'utf16le');
    const swapped = Buffer.from(wide).swap16();
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ]) {
      expect(decodeText(bytes)).toEqual({ text, warnings: [] });
    }
    if (/[ \r\n]/.test(text)) for (const bytes of [wide, swapped]) expect(decodeText(bytes)).toEqual({ text, warnings: [] });
  });

  it.each(samples)('that was in %s is read in UTF-32 of either order with a mark: %s', (_, text) => {
    const long = `${text} 😀𠮷\r\n`.repeat(2000);
    for (const each of [text, long]) {
      for (const littleEndian of [true, false]) {
        expect(decodeText(utf32Of(`\ufeff${each}`, littleEndian))).toEqual({ text: each, warnings: [] });
      }
    }
  });

  it('in UTF-32 keeps what is around numbers that are no character, and around an end that broke off', () => {
    const points = (...values: readonly number[]) => Buffer.concat(values.map((value) => numberOf(value, true)));
    const letters = Array.from('letters '.repeat(30), (letter) => letter.charCodeAt(0));
    const bytes = points(0xfeff, ...letters, 0x41, 0xd800, 0x110000, 0xffffffff, 0x1f600, 0x42);
    const { text } = decodeText(Buffer.concat([bytes, Buffer.of(0x43)]));
    expect(text).toBe(`${'letters '.repeat(30)}A\ufffd\ufffd\ufffd😀B\ufffd`);
  });

  it('in UTF-16 that begins with U+0000 is not UTF-32', () => {
    expect(decodeText(Buffer.from('\ufeff\0plain words', 'utf16le')).text).toBe('plain words');
  });

  it('in ISO-2022-JP is read', () => {
    expect(decodeText(Buffer.from('\u001b$B5aG-\u001b(B ok', 'latin1')).text).toMatch(/^\p{Script=Han}{2} ok$/u);
  });

  it('keeps its line ends and loses U+0000 and halves of characters', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc\n')).text).toBe('a\r\nb\rc\n');
    expect(decodeText(Buffer.from('\ufeffok \ud800 \u0000', 'utf16le')).text).toBe('ok \ufffd ');
  });

  it.each(['hello\0 nul world text here', 'na\u00efve\0 text of a few words', 'a\0b'])(
    'of a byte a letter with a stray zero is not UTF-16: %j',
    (text) => {
      expect(decodeText(Buffer.from(text))).toEqual({
        text: text.replace('\0', ''),
        warnings: ['1 U+0000 character was removed from the text.'],
      });
    },
  );

  it('is none when it is noise or blank', () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256);
    expect(() => decodeText(noise)).toThrow(expect.objectContaining({ code: 'not_text' }));
    expect(() => decodeText(Buffer.from(' \n', 'utf16le'))).toThrow(expect.objectContaining({ code: 'no_text' }));
  });
});
