/**
 * What may stand behind the last ideograph of a Japanese verb, a row of the syllabary each: the vowel changes with the form (払う, 払い, 払わない),
 * and some rows have a form of their own before た and て (払って, 書いた).
 */
const rows: readonly (readonly string[])[] = [
  ['か', 'き', 'く', 'け', 'こ', 'いた', 'いて'],
  ['が', 'ぎ', 'ぐ', 'げ', 'ご', 'いだ', 'いで'],
  ['さ', 'し', 'す', 'せ', 'そ'],
  ['た', 'ち', 'つ', 'て', 'と', 'っ'],
  ['な', 'に', 'ぬ', 'ね', 'の', 'ん'],
  ['ば', 'び', 'ぶ', 'べ', 'ぼ', 'ん'],
  ['ま', 'み', 'む', 'め', 'も', 'ん'],
  ['ら', 'り', 'る', 'れ', 'ろ', 'っ'],
  ['わ', 'い', 'う', 'え', 'お', 'っ'],
];
/** Behind 見る, 出る and their like, which lose る: 見ます, 見た. */
const afterIdeograph = ['た', 'て', 'ます', 'ませ', 'ない'];
/** 行く alone goes 行って. */
const irregular = { stem: '行', dictionary: 'く', before: 'っ' } as const;

const polite = /^[おご御](?=\p{sc=Han})/u;
const inflected = /^(\p{sc=Han}(?:[\p{sc=Han}\p{sc=Hiragana}]*\p{sc=Han})?)(\p{sc=Hiragana}+)$/u;
const hiragana = /\p{sc=Hiragana}/gu;

/**
 * What a text holds that says a Japanese word in another form: the word without what changes, or with each ending that it may have. A stem of
 * several characters stands for itself (`繰り越` of 繰り越し), also without the Hiragana within (`繰越`); of a single ideograph, which other words have too
 * (書類), the next character tells, or its row when there is one only. `next` is what follows the word. Empty for what has no other form.
 */
export function otherForms(word: string, next: string): readonly string[] {
  const plain = word.replace(polite, '');
  const [, stem = '', ending = ''] = inflected.exec(plain) ?? [];
  const unhonoured = plain === word ? [] : [plain];
  if (stem === '') return unhonoured;
  const characters = Array.from(stem);
  if (characters.length > 1) return [...new Set([...unhonoured, stem, stem.replace(hiragana, '')])].filter((form) => form.length > 1);
  const [first = '', second] = Array.from(ending);
  if (second !== undefined) return [...unhonoured, `${stem}${first}`];
  return [...unhonoured, ...endingsLike(stem, first, next).map((each) => `${stem}${each}`)];
}

function endingsLike(stem: string, ending: string, next: string): readonly string[] {
  const before = `${ending}${next.charAt(0)}`;
  const own = rows.filter((row) => row.includes(ending) || row.includes(before)).flat();
  if (ending === 'る') return [...own, ...afterIdeograph];
  if (stem !== irregular.stem) return own;
  const { dictionary, before: contracted } = irregular;
  return own.includes(dictionary) ? [...own, contracted] : ending === contracted ? [...own, dictionary] : own;
}
