/** Words that a sentence may have or lack without saying anything else. */
const articles = new Set(['the', 'a', 'an']);

/** Words that turn or narrow what stands beside them; a sentence that is cut loses none of them. */
const turning = new Set(
  (
    'not no never none nor neither nobody nothing nowhere cannot without except unless until if only but hardly rarely barely scarcely ' +
    'false untrue allegedly formerly nicht kein keine keinen keiner keinem nie niemals ohne nur wenn außer bis falls ' +
    'ne pas jamais aucun aucune sans sauf si que nunca jamás sin salvo ningún ninguna solo sólo tampoco ' +
    'non mai senza tranne nessun nessuna não nem sem apenas exceto nenhum niet geen nooit zonder tenzij als alleen ' +
    'inte aldrig utan ikke aldri uten aldrig uden kun om ei älä ilman vain не нет никогда без если только кроме'
  ).split(' '),
);

/** Scripts that are written without spaces. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * A number with its sign and decimals, a word with all that joins it without a blank (an address is one), or a sign that tells something: a
 * currency, a percentage, a comparison.
 */
const token =
  /[-−+]?\p{N}+(?:[.,'’:/-]\p{N}+)*|[\p{L}\p{M}\p{N}_]+(?:['’.@/:&+#-]+[\p{L}\p{M}\p{N}_]+)*|[\p{Sc}%‰°±≤≥<>=≠≈+@&−]|\p{Extended_Pictographic}/gu;

/** A number, and the word behind it: an amount. */
const number = /^[-−+]?\p{N}/u;
/** A word that says of what the amount before it is. */
const further = 'of';

/**
 * Whether a sentence says nothing but what a source does: its words are the source's, one after the other and from the first to the last. It may
 * leave out what an amount at its end is of (`within 30 days | of the purchase`) when that turns nothing; nothing else, since what is before or behind a
 * statement may deny it, or say whose or for whom it is. Articles, capitals and punctuation make no difference; every other word, number and sign does.
 */
export function saysNoMore(sentence: string, source: string): boolean {
  if (unspaced.test(sentence) || unspaced.test(source)) return letters(sentence) === letters(source);
  const said = tokens(sentence);
  const written = tokens(source);
  if (said.length === 0 || !said.every((word, at) => word === written[at])) return false;
  const left = written.slice(said.length);
  if (left.length === 0) return true;
  const isAmount = number.test(said.at(-2) ?? '');
  return isAmount && left[0] === further && !left.some((word) => number.test(word) || turning.has(word) || word.endsWith("n't"));
}

function tokens(text: string): readonly string[] {
  return (text.normalize('NFC').toLowerCase().match(token) ?? [])
    .map((word) => word.replaceAll('’', "'"))
    .filter((word) => !articles.has(word));
}

function letters(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[-−+]?(?:\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}\p{Sc}%‰°±≤≥<>=≠≈])/gu) ?? []
  ).join('');
}
