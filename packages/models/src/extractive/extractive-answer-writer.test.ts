import { type SearchHit } from '@cairn/core';
import { isSupported } from '@cairn/retrieval';
import { array, assert, asyncProperty, constantFrom, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExtractiveAnswerWriter } from './extractive-answer-writer.ts';

const writer = createExtractiveAnswerWriter();

function hitOf(text: string, change: Partial<SearchHit> = {}): SearchHit {
  const start = change.start ?? 1000;
  return {
    documentId: 'd',
    versionId: 'v',
    ordinal: 0,
    title: 'Handbook',
    headings: [],
    score: 1,
    text,
    ...change,
    start,
    end: start + text.length,
  };
}

const refunds = hitOf(
  'Our shop opened in 1990. Refunds are paid within **30 days** of the purchase. Bring the receipt. Shipping is free in Europe.',
);

describe('an answer', () => {
  it('is the sentence that covers the question, cited verbatim at its place', async () => {
    const answer = await writer.write('Within how many days are refunds paid?', [refunds]);
    expect(answer).toEqual({
      answer: 'Refunds are paid within 30 days of the purchase. [1]',
      kind: 'extractive',
      citations: [
        {
          marker: 1,
          documentId: 'd',
          title: 'Handbook',
          quote: 'Refunds are paid within **30 days** of the purchase.',
          start: 1025,
          end: 1077,
        },
      ],
    });
  });

  it('takes what stands under a heading for an answer to it', async () => {
    const hit = hitOf('## Cancellation deadline\n\nTwo weeks before the event.', { headings: ['Events', 'Cancellation deadline'] });
    expect((await writer.write('What is the cancellation deadline?', [hit])).answer).toBe('Two weeks before the event. [1]');
  });

  it('prefers what answers a question to the question', async () => {
    const hit = hitOf('How long does shipping to France take? Parcels arrive after three working days.');
    expect((await writer.write('How long does shipping to France take?', [hit])).answer).toBe(
      'Parcels arrive after three working days. [1]',
    );
  });

  it('joins sentences of several documents and does not say a thing twice', async () => {
    const hits = [
      hitOf('The free plan allows 1000 requests per hour.', { documentId: 'a' }),
      hitOf('The free plan allows 1000 requests per hour!', { documentId: 'b' }),
      hitOf('The premium plan allows 10000 requests in an hour of the day.', { documentId: 'c' }),
    ];
    const { answer, citations } = await writer.write('How many requests per hour does a plan allow?', hits);
    expect(citations.map(({ documentId }) => documentId)).toEqual(['a', 'c']);
    expect(answer).toBe(
      'The free plan allows 1000 requests per hour. [1] The premium plan allows 10000 requests in an hour of the day. [2]',
    );
  });

  it('quotes lines of code and rows of tables', async () => {
    const code = hitOf('```sh\ncairn backup --target s3\ncairn start\n```');
    expect((await writer.write('cairn backup target', [code])).answer).toBe('`cairn backup --target s3` [1]');
    const table = hitOf('| Plan | Limit |\n|---|---|\n| Premium | 10000 |\n| Free | 1000 |');
    expect((await writer.write('premium limit', [table])).answer).toContain('Premium | 10000 [');
  });

  describe('from a table', () => {
    const names = ['colour', 'height_cm', 'keeper'];
    const rows = Array.from({ length: 12 }, (_, at) => [`c${at + 368}`, String(3 * (at + 368)), `keeper${at + 368}`]);
    const piped = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
    const barred = rows.map((row) => row.join(' | ')).join('\n');
    const records = rows.map((row) => row.map((cell, at) => `${names[at]}: ${cell}`).join('; ')).join('\n');

    it.each([
      ['records', hitOf(records), 'colour: c377; height_cm: 1131; keeper: keeper377'],
      ['Markdown', hitOf(`| ${names.join(' | ')} |\n|---|---|---|\n${piped}`), '| c377 | 1131 | keeper377 |'],
      ['later rows', hitOf(piped, { columns: names.join(' | ') }), '| c377 | 1131 | keeper377 |'],
      ['rows under their names', hitOf(`${names.join(' | ')}\n${barred}`), 'c377 | 1131 | keeper377'],
    ])('is the one row: %s', async (_, hit, row) => {
      for (const query of ['keeper377 height_cm', 'Tell the colour, the height_cm and the keeper of keeper377', 'What height has c377?']) {
        const { citations } = await writer.write(query, [hit]);
        const start = hit.start + hit.text.indexOf(row);
        expect([query, citations]).toMatchObject([query, [{ quote: row, start, end: start + row.length }]]);
        expect([query, citations.length]).toEqual([query, 1]);
      }
    });

    it('is several rows where they answer, however alike they are', async () => {
      const orders = hitOf('id: 1; customer: Bob; item: tea\nid: 2; customer: Bob; item: tea\nid: 3; customer: Al; item: tea', {
        title: 'Orders',
      });
      const { citations } = await writer.write('Which orders did Bob make?', [orders]);
      expect(citations.map(({ quote }) => quote)).toEqual(['id: 1; customer: Bob; item: tea', 'id: 2; customer: Bob; item: tea']);
    });

    describe('of long records, a field a line,', () => {
      const about = (what: string): string => Array.from({ length: 12 }, (_, at) => `It is ${what} of the year ${at + 1990}.`).join(' ');
      const teas = [
        `item: Assam tea\nprice: 40 francs\nabout: ${about('a strong harvest')}\norigin: a valley of the north`,
        `item: Ceylon tea\nprice: 50 francs\nabout: ${about('a light harvest')}\norigin: an island`,
      ];
      const quotesFor = async (query: string, hit: SearchHit): Promise<readonly string[]> => {
        const { citations } = await writer.write(query, [hit]);
        for (const { quote, start, end } of citations) expect(hit.text.slice(start - hit.start, end - hit.start)).toBe(quote);
        return citations.map(({ quote }) => quote);
      };

      it('is the field that is asked for, and what names its record', async () => {
        expect(await quotesFor('What is the price of Assam tea?', hitOf(teas.join('\n')))).toEqual(['item: Assam tea', 'price: 40 francs']);
        expect(
          await quotesFor(
            'Who is the keeper of the tapir?',
            hitOf('species: tapir\nkeeper: Boris\nfood: fruit\nspecies: okapi\nkeeper: Amara'),
          ),
        ).toEqual(['species: tapir', 'keeper: Boris']);
        expect(await quotesFor('origin of Ceylon tea', hitOf(teas.join('\n')))).toEqual(['item: Ceylon tea', 'origin: an island']);
      });

      it('is a sentence of a field, not all of it', async () => {
        expect(await quotesFor('strong harvest of 1997', hitOf(teas.join('\n')))).toContain('It is a strong harvest of the year 1997.');
      });

      it('is known by the first field where the passage begins within the record', async () => {
        const hit = hitOf('It keeps for a year.\norigin: a valley of the north', { columns: 'item: Assam tea', title: '' });
        expect(await quotesFor('origin of the Assam tea', hit)).toEqual(['origin: a valley of the north']);
        expect(await quotesFor('How long does Assam tea keep', hit)).toEqual(['It keeps for a year.']);
      });

      it('but what people say in turn is no record', async () => {
        const talk = hitOf('Ann: The kettle is red.\nBob: The lamp is blue.\nAnn: It boils.\nBob: It shines.', { title: '' });
        expect(await quotesFor('Which lamp does Bob have?', talk)).toEqual(['Bob: The lamp is blue.']);
      });
    });

    it('is a row with all of its sentences', async () => {
      const shops = hitOf('Shop: Baker; Note: It opens at 7. Always.\nShop: Butcher; Note: Is it open? No!');
      expect((await writer.write('butcher', [shops])).citations).toMatchObject([{ quote: 'Shop: Butcher; Note: Is it open? No!' }]);
    });
  });

  it.each([
    ['Whose number is +41446681800?', 'The number of Mia is +41 44 668 18 00.'],
    ['Whose number is +41 44 668 18 00?', 'The number of Mia is +41446681800.'],
  ])('knows a number however it is parted: %s', async (query, sentence) => {
    const hit = hitOf(`Lena has another number, 0431 22. ${sentence} She is out on Mondays.`);
    expect((await writer.write(query, [hit])).answer).toBe(`${sentence} [1]`);
  });

  it('is in the language of the document', async () => {
    const hit = hitOf('猫は魚が好きです。犬は散歩が好きです。');
    expect((await writer.write('犬は散歩', [hit])).answer).toBe('犬は散歩が好きです。 [1]');
  });
});

describe('a question is met by the terms of search', () => {
  it.each([
    ['年假有多少天', '员工每年享有15天年假。病假需要医生证明。', '员工每年享有15天年假。 [1]'],
    ['报销多久付款', '报销款项在30天内支付。请提交原始发票。', '报销款项在30天内支付。 [1]'],
    ['退款需要多长时间？', '本店成立于1990年。退款在30天内完成。', '退款在30天内完成。 [1]'],
    ['誰負責資料庫的安全', '大樓早上八點開門。資料庫的安全由林小姐負責。', '資料庫的安全由林小姐負責。 [1]'],
    ['退款要几天', '退款要几天吗。一般在七天内到账。', '一般在七天内到账。 [1]'],
    ['返金には何日かかりますか', '店は1990年に開きました。返金は30日以内に行われます。', '返金は30日以内に行われます。 [1]'],
    [
      '有給休暇の繰り越しは何日までですか',
      '事務所は九時に開きます。有給休暇は二十日まで翌年度に繰り越すことができます。',
      '有給休暇は二十日まで翌年度に繰り越すことができます。 [1]',
    ],
    ['費用は誰が支払いますか', '事務所は九時に開きます。費用を支払うのは総務部です。', '費用を支払うのは総務部です。 [1]'],
    ['연차 휴가는 며칠인가요', '회사는 서울에 있다. 연차 휴가를 15일 드립니다.', '연차 휴가를 15일 드립니다. [1]'],
    [
      'Ποια είναι η προθεσμία επιστροφής',
      'Το μαγαζί άνοιξε το 1990. Η προθεσμία επιστροφής είναι 30 ημέρες.',
      'Η προθεσμία επιστροφής είναι 30 ημέρες. [1]',
    ],
    ['متى موعد تسليم التقرير', 'المكتب في المدينة. موعد تسليم التقرير يوم الأحد.', 'موعد تسليم التقرير يوم الأحد. [1]'],
    [
      'Welche Kündigungsfristen gelten für die Mietverträge?',
      'Die Kündigungsfrist für einen Mietvertrag ist drei Monate. Der Garten ist nicht inbegriffen.',
      'Die Kündigungsfrist für einen Mietvertrag ist drei Monate. [1]',
    ],
    [
      '¿Qué plazos tienen las devoluciones?',
      'El plazo de una devolución es de treinta días. La tienda está en el centro.',
      'El plazo de una devolución es de treinta días. [1]',
    ],
  ])('%s', async (query, text, answer) => {
    expect((await writer.write(query, [hitOf(text, { title: '' })])).answer).toBe(answer);
  });
});

describe('no answer', () => {
  it.each([
    ['Who won the 1998 World Cup?', 'Boil the water with salt. Cook the pasta for ten minutes. Serve it in a cup.'],
    ['How is the refund of a cancelled enterprise subscription taxed?', 'Our enterprise customers visit the museum.'],
    ['???', 'Refunds are paid.'],
    ['年假有多少天', '退款在30天内完成。本店成立于1990年。'],
    ['返金には何日かかりますか', '猫は魚が好きです。何日も雨が降ります。'],
    ['refund policy', '# Refund policy'],
  ])('is better than a wrong one to %j', async (query, text) => {
    expect(await writer.write(query, [hitOf(text)])).toEqual({ answer: '', kind: 'none', citations: [] });
  });

  it('follows without hits', async () => {
    expect((await writer.write('refunds', [])).kind).toBe('none');
  });
});

it.each([
  'Refunds are paid at ![the desk](http://evil.example/a.png) now.',
  'Refunds are paid at ![the [desk]](http://evil.example/a.png) now.',
  'Refunds are paid at ![the desk. Refunds](http://evil.example/a.png) are paid.',
  'Refunds are paid at ![the (desk). Refunds](<http://evil.example/a b.png>) are paid.',
  'Refunds are paid <img src="http://evil.example/a.png" alt="here. Refunds are paid"> now.',
])('loads nothing and links nowhere where it is shown: %s', async (text) => {
  const { answer, kind } = await writer.write('Where are refunds paid?', [hitOf(text)]);
  expect(kind).toBe('extractive');
  expect(answer).not.toMatch(/\]\(|<[a-z]/i);
});

it('quotes a sentence with the marks of its notes', async () => {
  const text = 'The narwhal lives in Arctic waters.[3] It eats halibut.[4][5] Its tusk is long.';
  expect(await writer.write('Where does the narwhal live?', [hitOf(text)])).toMatchObject({
    answer: 'The narwhal lives in Arctic waters.(3) [1]',
    citations: [{ quote: 'The narwhal lives in Arctic waters.[3]' }],
  });
});

it('stops when the caller has gone', async () => {
  await expect(writer.write('refunds', [refunds], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('always stands on verbatim quotes, and is the same each time', async () => {
  const words = constantFrom(
    'refund',
    'days',
    '猫',
    '[1]',
    '**bold**',
    '\n',
    '\n\n',
    '. ',
    '? ',
    '| a |',
    'a: refund; b: days',
    ' | ',
    '# H\n',
    '```\n',
    '- ',
    '👩',
    'x'.repeat(700),
  );
  const text = array(words, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(' '));
  const hits = array(record({ text, title: string() }), { maxLength: 4 }).map((entries) =>
    entries.map(({ text: content, title }, at) =>
      hitOf(content, { documentId: `d${at}`, title, start: at * 7, score: 9 - at, headings: ['H'] }),
    ),
  );
  await assert(
    asyncProperty(hits, constantFrom('refund days', '猫', 'bold x', 'H', 'a'), async (found, query) => {
      const answer = await writer.write(query, found);
      expect(answer.kind === 'none' ? answer.citations.length === 0 && answer.answer === '' : isSupported(answer, found)).toBe(true);
      expect(answer.citations.length).toBeLessThanOrEqual(4);
      expect(await writer.write(query, found)).toEqual(answer);
    }),
    { numRuns: 300 },
  );
}, 30_000);
