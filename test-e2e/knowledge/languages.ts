import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { added, foundIn, fullText, search } from './documents.ts';

/** A text, and questions by which it has to be found. */
const texts: readonly [string, string, readonly string[]][] = [
  ['Japanese', '灯台は日没に点灯します。霧笛は一分間に二回鳴ります。', ['霧笛は何回鳴りますか', '灯台', '日没']],
  ['Thai', 'ประภาคารเปิดไฟตอนพระอาทิตย์ตก แตรหมอกดังสองครั้งต่อนาที', ['แตรหมอก', 'ประภาคาร']],
  ['Chinese', '灯塔在黄昏时点亮。雾号每分钟响两次。', ['雾号响几次', '灯塔']],
  ['Korean', '등대는 해질녘에 켜집니다. 안개 경적은 일 분에 두 번 울립니다.', ['안개 경적', '등대']],
  ['Arabic', 'تضاء المنارة عند الغروب. يصدر بوق الضباب صوتا مرتين في الدقيقة.', ['بوق الضباب', 'المنارة']],
  ['Hebrew', 'המגדלור נדלק בשקיעה. צופר הערפל נשמע פעמיים בדקה.', ['צופר הערפל']],
  ['Russian', 'Маяк зажигают на закате. Туманный горн звучит дважды в минуту.', ['туманный горн', 'МАЯК']],
  ['German', 'Der Leuchtturm wird in der Dämmerung angezündet. Die Straße ist naß.', ['Dämmerung', 'dammerung', 'STRASSE']],
  ['French', 'Le phare s’allume à la tombée de la nuit. L’été, la corne est muette.', ['ete', 'tombée', 'phare']],
  ['Vietnamese', 'Ngọn hải đăng được thắp sáng lúc hoàng hôn.', ['hải đăng']],
  ['Hindi', 'प्रकाशस्तंभ सूर्यास्त के समय जलाया जाता है।', ['सूर्यास्त']],
  ['Greek', 'Ο φάρος ανάβει το σούρουπο.', ['φάρος', 'φαρος']],
];

export const languageSuite: Suite = (stage) => {
  describe('a text is found', () => {
    test.each(texts)('in %s', async (_language, text, queries) => {
      const { caller } = await stage.newProject();
      const id = await added(caller, 'text.txt', text);
      await added(caller, 'other.txt', 'An English text that has nothing to do with it.');
      for (const query of queries) {
        const findings = await search(caller, query);
        expect([query, findings.results[0]?.document_id]).toEqual([query, id]);
        const full = await fullText(caller, id);
        for (const { quote, start, end, document_id: cited } of findings.citations)
          if (cited === id) expect(full.slice(start, end)).toBe(quote);
      }
    });

    test('whatever form its letters are in', async () => {
      const { caller } = await stage.newProject();
      const id = await added(caller, 'forms.txt', 'The cafe\u0301 sells ｔｅａ and ﬁsh.');
      for (const query of ['caf\u00e9', 'cafe\u0301', 'CAFE', 'tea', 'ＴＥＡ', 'fish']) {
        expect([query, await foundIn(caller, query)]).toEqual([query, new Set([id])]);
      }
    });

    test('by a number, however that is parted', async () => {
      const { caller } = await stage.newProject();
      const grouped = await added(caller, 'grouped.txt', 'Call +41 44 668 18 00, and pay to CH93 0076 2011 6238 5295 7.');
      const whole = await added(caller, 'whole.txt', 'Call +41446681900, and pay with 4111111111111111.');
      for (const [query, id] of [
        ['+41446681800', grouped],
        ['CH9300762011623852957', grouped],
        ['4111 1111 1111 1111', whole],
        ['4111-1111-1111-1111', whole],
      ] as const) {
        expect([query, await foundIn(caller, query)]).toEqual([query, new Set([id])]);
      }
      const [first] = (await search(caller, '+41 44 668 19 00')).results;
      expect(first?.document_id).toBe(whole);
      expect((await search(caller, 'call +41446681800')).citations).toMatchObject([{ document_id: grouped }]);
    });

    test('by its title', async () => {
      const { caller } = await stage.newProject();
      const id = await added(caller, 'Vacation policy.md', 'Everyone gets thirty days.');
      expect(await foundIn(caller, 'vacation')).toEqual(new Set([id]));
    });
  });
};
