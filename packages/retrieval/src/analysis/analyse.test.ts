import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, analyseQuery } from './analyse.ts';

describe('words', () => {
  it('folds case, accents and width, and stems English', () => {
    expect(analyse('The Connections were ＲＥＦＵＮＤＥＤ, déjà')).toEqual(['connect', 'refund', 'deja']);
  });

  it('reads a contraction as a stop word and a possessive as its owner', () => {
    expect(analyse('don’t it’s the customer’s')).toEqual(['custom']);
  });

  it('takes a stop word in capitals among small letters for a name', () => {
    expect(analyse('IT support at the WHO')).toEqual(['it', 'support', 'who']);
    expect(analyse('WHAT IS THE POLICY')).toEqual(['polici']);
  });

  it.each([
    ['Weißbrot', 'weissbrot'],
    ['İSTANBUL', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['Ёлка', 'елка'],
    ['مُحَمَّد', 'محمد'],
    ['الإجازة', 'اجازه'],
    ['مدرسة', 'مدرسه'],
    ['هيئة', 'هيئه'],
    ['شركات', 'شركة'],
    ['مستشفى', 'مستشفي'],
    ['مـــدرسة', 'مدرسه'],
    ['آخر', 'اخر'],
    ['٣٠', '30'],
    ['۳۰', '30'],
    ['२०२४', '2024'],
    ['שָׁלוֹם', 'שלום'],
    ['data\u00adbase', 'database'],
  ])('finds %s as %s', (written, typed) => {
    expect(analyse(written)).toEqual(analyse(typed));
    expect(analyse(written)[0]?.length).toBeGreaterThan(1);
  });

  it('keeps the vowel signs of Devanagari and the sound marks of Kana', () => {
    expect(analyse('किताबें')).toEqual(['किताब']);
    expect(analyse('दिन')).not.toEqual(analyse('दान'));
    expect(analyse('が')).not.toEqual(analyse('か'));
  });
});

describe('identifiers and numbers', () => {
  it.each([
    ['max_connections', ['max_connections', 'max', 'connect']],
    ['fooBarBaz', ['foobarbaz', 'foo', 'bar', 'baz']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['ERR_PNPM_X', ['err_pnpm_x', 'err', 'pnpm', 'x']],
    ['v1.2.3', ['v1.2.3', '1.2.3', 'v1', 'v', '1', '2', '3']],
    ['$49.99', ['$49.99', '49.99', '49', '99']],
    ['100%', ['100%', '100']],
    ['1,000', ['1000', '1', '000']],
    ['C++', ['c++', 'c']],
    ['APIs', ['api']],
    ['state-of-the-art', ['stateoftheart', 'state', 'art']],
  ])('keeps %s whole and splits it', (written, terms) => {
    expect(analyse(written)).toEqual(terms);
  });

  it.each([
    ['e-mail', 'email'],
    ['node.js', 'nodejs'],
    ['GPT-4', 'gpt4'],
    ['PostgreSQL-based', 'postgresql'],
  ])('finds %s by %s', (written, typed) => {
    expect(analyse(written)).toContain(analyse(typed)[0]);
  });

  it('tells file_name from filename and 100% from 1000', () => {
    expect(analyse('filename 1000')).not.toContain(analyse('file_name')[0]);
    expect(analyse('file_name 100%').filter((term) => analyse('filename 1000').includes(term))).toEqual([]);
  });

  it('does not shatter a hash', () => {
    expect(analyse('a3f9c0d2b1e4')).toEqual(['a3f9c0d2b1e4']);
  });
});

describe('scripts without spaces', () => {
  it.each([
    ['東京都の人口は多い', '京都'],
    ['データベースの接続', 'データベース'],
    ['데이터베이스를 열다', '데이터베이스'],
    ['我们使用人工智能技术', '人工智能'],
  ])('finds in %s the word %s whatever stands around it', (text, word) => {
    expect(analyse(text)).toEqual(expect.arrayContaining(analyseQuery(word)));
  });

  it('segments Thai, also where NFKC takes a vowel apart', () => {
    expect(analyse('น้ำคือชีวิต')).toEqual(['น้ำ', 'คือ', 'ชีวิต']);
  });

  it('finds symbols', () => {
    expect(analyse('🚀 launch ❤️ 🇩🇪')).toEqual(['🚀', 'launch', '❤', '🇩🇪']);
  });
});

describe('queries', () => {
  it('drops stop words, and keeps them when there is nothing else', () => {
    expect(analyseQuery('what is the refund policy')).toEqual(['refund', 'polici']);
    expect(analyseQuery('The Who')).toEqual(['the', 'who']);
    expect(analyseQuery('to be or not')).toEqual(['to be', 'be or', 'or not', 'to', 'be', 'or', 'not']);
  });

  it('takes operators and quotes for punctuation', () => {
    expect(analyseQuery('"unbalanced & | ! ( ) :* auth|admin')).toEqual(['unbalanc', 'auth', 'admin']);
    expect(analyseQuery('?!')).toEqual([]);
  });

  it('asks for no more terms than the bound', () => {
    expect(analyseQuery(Array.from({ length: 500 }, (_, at) => `word${at}x`).join(' '))).toHaveLength(128);
  });
});

describe('laws', () => {
  it('gives the same terms however a text is composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(analyse(text.normalize('NFD'))).toEqual(analyse(text.normalize('NFC')));
      }),
    );
  });

  it('gives the same terms for words in small letters, capitalised or in capitals', () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from('aeionrstéüдомяκαφες')), minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 2 }), (words) => {
        const small = words.join(' ').toLowerCase();
        expect(analyse(small.toUpperCase())).toEqual(analyse(small));
        expect(analyse(small.replace(/(^| )(.)/gu, (match) => match.toUpperCase()))).toEqual(analyse(small));
      }),
    );
  });

  it('makes no empty and no overlong term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of analyse(`${text} ${text.repeat(20)}`)) {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });
});

describe('a hostile megabyte', () => {
  it.each([
    'a',
    'aB',
    'a_',
    'a.',
    "a'",
    '1,',
    '111,',
    '\u0301\u0316',
    '\u0301\uff9e',
    '\u0301\u200d',
    '漢',
    'ก',
    '👩',
    '🇩🇪',
    'ﷺ',
    '\ud800',
    'the ',
  ])('of %j takes linear time', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / Buffer.byteLength(unit)));
    const begun = performance.now();
    analyse(text);
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
