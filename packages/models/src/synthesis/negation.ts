/** Words that deny, by language. */
const denials: Readonly<Record<string, string>> = {
  english: 'no not never none nobody nothing neither nor nowhere without cannot hardly scarcely',
  german: 'nein nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder',
  french: 'ne n pas jamais aucun aucune rien sans personne',
  spanish: 'no nunca jamás ningún ninguna ninguno nada nadie sin tampoco',
  italian: 'no non mai nessun nessuno nessuna niente nulla senza né',
  portuguese: 'não nunca jamais nem nenhum nenhuma nada ninguém sem',
  dutch: 'nee niet geen nooit niemand niets zonder noch',
  swedish: 'nej inte ej aldrig ingen inget inga utan',
  norwegian: 'nei ikke aldri ingen intet uten',
  danish: 'nej ikke aldrig ingen intet uden',
  finnish: 'ei en et emme ette eivät älä ilman',
  hungarian: 'nem soha nincs nincsenek sem nélkül',
  romanian: 'nu niciodată fără nici nimic',
  turkish: 'değil yok hiç asla',
  cyrillic: 'нет не ни никогда без нельзя ничего никто',
  greek: 'όχι δεν δε μην ποτέ χωρίς',
  arabic: 'لا ليس ليست لم لن بدون غير',
  hebrew: 'לא אין בלי אף',
  devanagari: 'नहीं न मत बिना',
};
const wordsOf = new Map(Object.entries(denials).map(([tongue, words]) => [tongue, new Set(words.split(' '))]));
/** Signs that deny where no space tells words apart. */
const signs: Readonly<Record<string, RegExp>> = {
  chinese: /[不没沒無无未非勿禁]/u,
  japanese: /ない|ません|なかっ|せず|なく|[不無未非禁]/u,
  korean: /않|없|아니|못|[안](?=\s)/u,
  thai: /ไม่|มิ|ห้าม/u,
};

/** Whether a sentence in these languages denies something. A denial of a denial counts as one. */
export function isNegated(text: string, tongues: readonly string[]): boolean {
  const tokens = (text.toLowerCase().match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []).map((token) => token.replaceAll('’', "'"));
  const parts = tokens.flatMap((token) => (token.endsWith("n't") ? ['not'] : token.split("'")));
  return tongues.some((tongue) => signs[tongue]?.test(text) || parts.some((part) => wordsOf.get(tongue)?.has(part)));
}
