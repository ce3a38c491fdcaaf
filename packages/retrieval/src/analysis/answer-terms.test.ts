import { describe, expect, it } from 'vitest';
import { askedTerms, says, termsIn } from './answer-terms.ts';
import { languagesOf } from './language-of.ts';

const saysOf = (text: string, query: string) => {
  const said = termsIn(text, languagesOf(text));
  return askedTerms(query).map((asked) => says(said, asked));
};

describe('what a question asks for', () => {
  it('is its telling words, each by its term or its stem in the language of the question', () => {
    expect(saysOf('Die Kündigungsfrist ist drei Monate.', 'Wie hoch sind die Kündigungsfristen?')).toEqual([false, true]);
    expect(saysOf('The refund was paid.', 'How are refunds paid?')).toEqual([true, true]);
  });

  it.each([
    ['年假有多少天', '员工每年享有15天年假。'],
    ['退款政策是什么', '本公司的政策允许30天内退款。'],
    ['谁批准报销', '报销由经理批准。'],
    ['返金には何日かかりますか', '返金は30日以内に行われます。'],
    ['猫は何が好きですか', '猫は魚が好きです。'],
    ['연차 휴가는 며칠인가요', '연차 휴가를 15일 드립니다.'],
    ['วันลาพักร้อนมีกี่วัน', 'วันลาพักร้อน 15 วัน'],
    ['متى موعد التسليم', 'موعد التسليم يوم الأحد.'],
    ['Ποια είναι η προθεσμία;', 'Η προθεσμία είναι 30 ημέρες.'],
    ['छुट्टी कितने दिन की है', 'छुट्टी 15 दिन मिलती है।'],
    ['Какой срок возврата?', 'Срок возврата — 14 дней.'],
  ])('is all said by what answers it: %s', (query, answer) => {
    expect(new Set(saysOf(answer, query))).toEqual(new Set([true]));
  });

  it.each([
    ['有給休暇の繰り越しは何日までですか', '有給休暇は二十日まで繰り越すことができます。'],
    ['繰り越し', '前期の繰越金'],
    ['費用は誰が支払いますか', '費用を支払うのは総務部です。'],
    ['料金を払うのは誰ですか', '料金は総務部が払います。'],
    ['申し込みの締め切り', '締切までに申し込んでください。'],
    ['報告書を書く人', '報告書は課長が書きました。'],
    ['報告書を書く人', '報告書は課長が書いた。'],
    ['荷物を受け取る', '荷物は窓口で受け取ってください。'],
    ['お支払い方法', '支払う方法は二つあります。'],
    ['本を読む', '本は読んで返します。'],
    ['鍵を返すのはどこですか', '鍵は受付に返してください。'],
    ['学校へ行く', '学校へ行った。'],
    ['部屋を借りるには', '部屋は窓口で借ります。'],
    ['映画を見る', '映画は夜に見ます。'],
    ['本を買う', '本は売店で買った。'],
  ])('is said by another form of a Japanese verb: %s', (query, answer) => {
    expect(new Set(saysOf(answer, query))).toEqual(new Set([true]));
  });

  it.each([
    ['書く', '書類は課長が持つ。'],
    ['買う', '会社を買収する。'],
    ['出す', '電車が出る。'],
    ['行く', '会議を行う。'],
    ['見る', '手本を見せる。'],
    ['上る', '値段を上げる。'],
    ['通す', '病院に通う。'],
    ['食べる', '食事の時間です。'],
    ['話す', '電話の時間です。'],
    ['払う', '前払金の表です。'],
    ['繰り越し', '繰り返し読む。'],
    ['取り消す', '荷物を取り出す。'],
  ])('is not said by another word with the same ideograph: %s', (query, text) => {
    expect(saysOf(text, query)).toEqual([false]);
  });

  it('is not said by what is about something else', () => {
    expect(saysOf('经费由部门管理。天气很好。', '年假有多少天')).toEqual([false]);
    expect(saysOf('휴일에는 쉽니다.', '연차 휴가는 며칠인가요')).toEqual([false, false]);
  });

  it.each([['多少'], ['the who'], ['どのくらいですか'], ['ما هي']])('is not empty for nothing but words that ask: %s', (query) => {
    expect(askedTerms(query).length).toBeGreaterThan(0);
  });

  it('is nothing for a query without words, and bounded for a long one', () => {
    expect(askedTerms('？！')).toEqual([]);
    const begun = performance.now();
    expect(askedTerms('漢字仮名'.repeat(1000)).length).toBeLessThanOrEqual(128);
    expect(askedTerms(Array.from({ length: 900 }, (_, at) => `w${at}`).join(' ')).length).toBeLessThanOrEqual(128);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
