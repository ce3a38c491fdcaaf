/** Words of other languages than English that say nothing about what a question is about; folded. */
const lists = [
  // German
  `aber als am an auch auf aus bei bin bis da damit das dass dein deine dem den der des die dies diese diesem diesen dieser dieses du durch
  ein eine einem einen einer eines er es fur gibt habe haben hat hatte ich ihr ihre im in ist ja kann konnen mein meine mich mir mit nach
  nicht noch nur ob oder sich sie sind so uber um und uns unser unter vom von vor wann war waren warum was welche welchem welchen welcher
  welches wenn wer werden wie wieviel wir wird wo wurde wurden zu zum zur`,
  // French
  `a ai as au aux avec avez avons ce ces cet cette combien comment d dans de des du elle elles en est et etait ete eu il ils j je l la le
  les leur leurs lui ma mais me mes mon n ne nos notre nous on ont ou par pas peut pour pourquoi qu quand que quel quelle quelles quels qui
  quoi s sa sans se ses si son sont sur ta tes ton tu un une vos votre vous y`,
  // Spanish
  `a al como con cual cuales cuando cuanta cuanto cuantos de del desde donde el ella ellos en entre era es esa ese eso esta estan este
  esto estos fue fueron ha han hasta hay la las le les lo los mas me mi mis muy no nos o para pero por porque puede que quien se ser si sin
  sobre son su sus te tiene tu tus un una unas unos y ya yo`,
  // Italian
  `a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di do dove e ed era gli ha hanno ho i il in io
  la le lei lo loro lui ma mi mia mio ne nei nel nella non o per perche piu puo qual quale quali quando quanto quanti quella quello questa
  questo se si sono su sua sul sulla suo ti tu un una uno vi`,
  // Portuguese
  `a ao aos as com como da das de dela dele do dos e ela ele eles em entre era essa esse esta este eu foi foram ha isso isto ja la lhe mais
  mas me meu minha muito na nas no nos nao o onde os ou para pela pelo por porque qual quais quando quanto quantos que quem se sem ser seu
  sua sao tem um uma umas uns voce`,
  // Dutch
  `aan al als bij dan dat de der deze die dit door een en er had heb heeft het hij hoe hoeveel hun ik in is je kan kunnen maar me met mijn
  naar niet nog of om onder ons ook op over te tot u uit van veel voor waar waarom wanneer was wat we welke werd wie wij wordt worden zal ze
  zich zij zijn zo`,
  // Russian
  `а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к как какая какие
  какои когда кто ли мне мои моя мы на над не него нет но о об он она они от по под почему при с сколько со так также то того тоже только
  ты у уже чего чем что чтобы эта эти это этот я`,
].map((words): ReadonlySet<string> => new Set(words.trim().split(/\s+/)));

/** A query is in a language when it holds this many of its function words, and more than of any other. */
const telling = 2;

/**
 * The function words among the folded words of a query that is in another language than English, `english` being how many of
 * them are English ones. Empty when the query is too short to tell.
 */
export function foreignFunctionWords(words: readonly string[], english: number): ReadonlySet<string> {
  let best: readonly string[] = [];
  for (const list of lists) {
    const held = words.filter((word) => list.has(word));
    if (held.length > best.length) best = held;
  }
  return new Set(best.length >= telling && best.length > english ? best : []);
}
