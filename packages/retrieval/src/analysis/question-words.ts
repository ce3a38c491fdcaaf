import { fold, normalise } from './normalise.ts';

/**
 * Words of questions, and those that only join what is asked, of languages whose function words no stop list covers: a sentence that answers
 * has none of them.
 */
const lists = {
  chinese: `请问 請問 什么 什麼 甚麼 多少 多久 多长 多長 多大 多高 几 幾 几个 幾個 几天 幾天 几年 幾年 几次 幾次 谁 誰 哪 哪个 哪個 哪些 哪里 哪裡 哪儿 怎么 怎麼 怎样
    怎樣 怎么样 如何 为什么 為什麼 何时 何時 何地 是否 能否 可否 有没有 有沒有 能不能 可不可以 是不是 吗 嗎 呢 吧 的 地 得 有 是 在 了 和 与 與 或 对 對 对于 關於 关于 也
    都 就 把 被 给 給 从 從 到 为 為 于 於 以 及 我 你 您 他 她 它 我们 我們 你们 你們 他们 他們 这 這 那 个 個 天 次 位 人 长 長 大 高 多 少 要 需要 会 會 能 可 可以`,
  japanese: `何 何日 何時 何年 何人 何個 何が 何を 何の なに なん いつ いつまで どこ どちら どれ どの だれ 誰 いくら いくつ なぜ どう どうやって どのくらい どれくらい です
    ます でし まし た て で に は が を も の と か へ や ね よ から まで より など こと もの ため よう という ください でしょう ある いる あり おり する し さ れ れる できる
    でき かかり かかる なり なる について ありますか 日 人 年 個 回`,
  thai: `อะไร กี่ เท่าไร เท่าไหร่ ไหม มั้ย หรือไม่ หรือ ไม่ ที่ไหน ไหน เมื่อไร เมื่อไหร่ เมื่อ ใคร ทำไม อย่างไร อย่าง ยังไง ครับ คะ ค่ะ ใน มี ได้ ของ ที่ คือ เป็น และ ให้ จะ
    ไร นาน ต้อง`,
  arabic: `ما ماذا متي اين كم كيف لماذا من هل هي هو في علي الي عن ان انا التي الذي هذا هذه يكون تكون او اي مع`,
  persian: `چه چي چند چقدر كي كجا چرا چگونه كدام ايا است را به از در با براي كه اين`,
  hebrew: `מה מי מתי איפה היכן כמה איך למה מדוע האם איזה איזו של את על אל עם הוא היא יש לא זה`,
  greek: `τι ποτε που πωσ ποιοσ ποια ποιο ποιεσ ποιοι ποσο ποσοσ ποση ποσεσ ποσα γιατι ειναι ο η το οι τα του τησ των τον την στο στη στην στον για με απο και να θα σε`,
  hindi: `क्या कब कहा कहां कहाँ कितना कितने कितनी कौन कौनसा कैसे क्यो क्यों किस है हैं का की के को में से पर ने और था थे थी हो होता होती होते`,
  russian: `какой какая какое какие какую каков какова каковы сколько когда где куда кто чей как почему зачем ли это есть в на и по для до с`,
  ukrainian: `що хто коли де скільки як чому який яка яке які чи для до на у в і та з є`,
} as const;

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).map((word) => fold(normalise(word))));
const { chinese, japanese, thai, ...others } = lists;
const unspaced = wordsOf(`${chinese} ${japanese} ${thai}`);
const spaced = wordsOf(Object.values(others).join(' '));

/** Whether a folded word of letters that are not Latin only asks or joins. */
export function onlyAsks(folded: string): boolean {
  return spaced.has(folded);
}

/** Whether a segment of a script without spaces only asks or joins. */
export function onlyAsksUnspaced(segment: string): boolean {
  return unspaced.has(fold(segment)) || /^\p{sc=Hiragana}{1,2}$/u.test(segment);
}

/** Words for `how long` and `when` that a dictionary takes apart into telling ones. */
const phrases = /(?:多长|多長)(?:时间|時間)|(?:什么|什麼|甚麼)(?:时候|時候)/gu;

/** A run of a script without spaces in the parts between those phrases. */
export function withoutPhrases(run: string): readonly string[] {
  return run.split(phrases).filter((part) => part !== '');
}

const koreanAsking = /며칠|몇|얼마|언제|어디|누구|누가|무엇|무슨|어떻게|어떤|어느|왜|있나요|있습니까|됩니까|되나요|합니까|하나요/u;
const koreanEnding = /(?<=..)(?:은|는|이|가|을|를|의|에|에서|에게|로|으로|와|과|도|만|까지|부터|입니다|입니까|인가요|인지|이란|란)$/u;

/** A Korean word without its particle; undefined when it only asks. */
export function koreanStem(word: string): string | undefined {
  return koreanAsking.test(word) ? undefined : word.replace(koreanEnding, '');
}
