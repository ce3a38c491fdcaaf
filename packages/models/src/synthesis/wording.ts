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

/** A number with its sign, decimals and percent, or a word. */
const token = /[-−+]?\p{N}+(?:[.,'’]\p{N}+)*%?|[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * Whether a sentence says nothing but what a source does: its words are a stretch of the source's, one after the other, and what it
 * leaves out turns nothing. Articles, capitals and punctuation make no difference; every other word, number and sign does.
 */
export function saysNoMore(sentence: string, source: string): boolean {
  if (unspaced.test(sentence) || unspaced.test(source)) return letters(sentence) === letters(source);
  const said = tokens(sentence);
  const written = tokens(source);
  if (said.length === 0) return false;
  for (let from = 0; from + said.length <= written.length; from++) {
    if (!said.every((word, at) => word === written[from + at])) continue;
    const left = [...written.slice(0, from), ...written.slice(from + said.length)];
    return !left.some((word) => turning.has(word) || word.endsWith("n't"));
  }
  return false;
}

function tokens(text: string): readonly string[] {
  return (text.normalize('NFKC').toLowerCase().match(token) ?? [])
    .map((word) => word.replaceAll('’', "'"))
    .filter((word) => !articles.has(word));
}

function letters(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[-−+]?[\p{L}\p{M}\p{N}%]/gu) ?? []
  ).join('');
}
