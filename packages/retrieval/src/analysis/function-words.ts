import { type LatinLanguageName, latinLanguageNames } from './languages.ts';

/** Words of other languages than English that say nothing about what a question is about; folded. */
const lists: Readonly<Record<LatinLanguageName | 'russian', string>> = {
  german: `aber als am an auch auf aus bei bin bis da damit das dass dein deine dem den der des die dies diese diesem diesen dieser dieses du
    durch ein eine einem einen einer eines er es fur gibt habe haben hat hatte ich ihr ihre im in ist ja kann konnen mein meine mich mir
    mit nach nicht noch nur ob oder sich sie sind so uber um und uns unser unter vom von vor wann war waren warum was welche welchem
    welchen welcher welches wenn wer werden wie wieviel wir wird wo wurde wurden zu zum zur`,
  french: `a ai as au aux avec avez avons ce ces cet cette combien comment d dans de des du elle elles en est et etait ete eu il ils j je l la
    le les leur leurs lui ma mais me mes mon n ne nos notre nous on ont ou par pas peut pour pourquoi qu quand que quel quelle quelles
    quels qui quoi s sa sans se ses si son sont sur ta tes ton tu un une vos votre vous y`,
  spanish: `a al como con cual cuales cuando cuanta cuanto cuantos de del desde donde el ella ellos en entre era es esa ese eso esta estan este
    esto estos fue fueron ha han hasta hay la las le les lo los mas me mi mis muy no nos o para pero por porque puede que quien se ser
    si sin sobre son su sus te tiene tu tus un una unas unos y ya yo`,
  italian: `a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di do dove e ed era gli ha hanno ho i il in
    io la le lei lo loro lui ma mi mia mio ne nei nel nella non o per perche piu puo qual quale quali quando quanto quanti quella quello
    questa questo se si sono su sua sul sulla suo ti tu un una uno vi`,
  portuguese: `a ao aos as com como da das de dela dele do dos e ela ele eles em entre era essa esse esta este eu foi foram ha isso isto ja la lhe
    mais mas me meu minha muito na nas no nos nao o onde os ou para pela pelo por porque qual quais quando quanto quantos que quem se
    sem ser seu sua sao tem um uma umas uns voce`,
  dutch: `aan al als bij dan dat de der deze die dit door een en er had heb heeft het hij hoe hoeveel hun ik in is je kan kunnen maar me met
    mijn naar niet nog of om onder ons ook op over te tot u uit van veel voor waar waarom wanneer was wat we welke werd wie wij wordt
    worden zal ze zich zij zijn zo`,
  swedish: `alla allt att av bara blev bli blir de dem den denna deras dess det detta dig din dina ditt du dar efter ej eller en er ett fick
    finns for fran fore ga gor ha hade han har hon hos hur i icke in inte jag kan kunde man med mellan men mig min mina mitt mot mycket
    ni nagon nagot nar och om oss pa sa sedan sig sin sina sitt ska skulle som till under upp ut utan vad var vara varfor vem vi vid
    vilka vilken vilket vill ar ara over`,
  norwegian: `alle at av bare ble bli blir da de dem den denne der deres det dette deg din dine ditt du eller en enn er et etter fikk for fra ha
    hadde han har henne her hos hun hva hvem hvilke hvilken hvilket hvis hvor hvordan hvorfor i ikke inn jeg kan kunne man med meg
    mellom men min mine mitt mot mye nar noe noen og ogsa om opp oss over pa sa seg selv sin sine sitt skal skulle som til ut uten var
    ved vi vil ville vaere vaert a`,
  danish: `af alle alt at blev blive bliver da de dem den denne der deres det dette dig din dine dit du efter eller en end er et fik for fra ha
    havde han har hende her hos hun hvad hvem hvilke hvilken hvilket hvis hvor hvordan hvorfor i ikke ind jeg kan kunne man med meget
    mellem men mig min mine mit mod nar nogen noget nogle og ogsa om op os over pa sa sig selv sin sine sit skal skulle som til ud uden
    under var ved vi vil ville vaere vaeret`,
  finnish: `ei eivat emme en ennen eras eri ettei etta han hanen he heidan heille hyvin ilman itse ja jo joka jolla jonka jos joskus jossa jota
    jotka jotta juuri kaikki kanssa ketka kuin kuinka kuka kun kunnes kuten me meidan mika mikali mille milla milloin milta minka mina
    minun missa mista mitka mita mutta myos ne niiden niin niita noin nyt nama naiden oli olisi olivat olla ole olen on onko ovat
    paljonko se seka sen siella siina silla sina sinun sita te tai tama taman tassa tasta tata tulee tuo vaan vai vain voi voidaan voiko
    voivat`,
  hungarian: `a ahogy ahol aki akkor ami amely amelyek amelyet amikor az azok azon azonban azt aztan azert be belul benne csak de e egy egyes
    egyik el eleg es ez ezek ezen ezt ezert fel felett ha hanem hany hogy hogyan hol ide igen igy illetve is itt jo kell ki kivul le
    lehet lenne lesz ma majd maga meg mely melyik melyek mert mi mibol miert mikor milyen minden mint mit mivel mennyi most nagy nagyon
    ne nem nincs o ok olyan ot pedig s sem si sok szamara szerint szinte tehat tobb ugy utan van vagy vagyok valamint volt voltak`,
  romanian: `a acea aceasta aceea acest acesta aceste acestea acestei acestui acum ai al ale am ar are as au avea avem aveti ca care cand cat
    cata cate cati ce cel cea cei cele cine cu cum cui da daca dar de deci deja despre din dintre doar dupa e ea ei el ele era este eu
    fara fi fie fiecare fost i ii il in intre isi iar la le lor lui ma mai mea mei meu mi mult multe ne ni nici noi nostru nu o ori pana
    pe pentru peste prea prin s sa sale sau se si sub sunt toate tot toti tu un una unde unei unor unui va vor voi vostru`,
  turkish: `acaba ama ancak bana bazi belki ben beni benim bile bir biri biz bize bizim bu buna bunu bunun burada cok cunku da daha de degil
    diye en gibi gore hangi hem hep her hic icin ile ise kac kadar kendi ki kim kimin mi mu nasil ne neden nerede nereye niye o olan
    olarak oldu oldugu olur ona onlar onu onun orada sadece sana sen senin siz sizin sonra su tum uzere var ve veya ya yani yok`,
  russian: `а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к как какая какие
    какои когда кто ли мне мои моя мы на над не него нет но о об он она они от по под почему при с сколько со так также то того тоже
    только ты у уже чего чем что чтобы эта эти это этот я`,
};

/** The languages with function words, each of which is a bit in a set of languages: those of `latinLanguageNames` first. */
const named = [...latinLanguageNames, 'russian'] as const;

const bits = new Map<string, number>();
for (const [at, name] of named.entries()) {
  for (const word of lists[name].split(/\s+/)) bits.set(word, (bits.get(word) ?? 0) | (1 << at));
}

/** The set of languages that a folded word is a function word of: bit n for the nth of `latinLanguageNames`, the next for Russian. */
export function functionWordLanguages(folded: string): number {
  return bits.get(folded) ?? 0;
}

/** A query is in a language when it holds this many of its function words, and more than of any other. */
const telling = 2;

/**
 * The function words among the folded words of a query that is in another language than English, `english` being how many of
 * them are English ones. Empty when the query is too short to tell.
 */
export function foreignFunctionWords(words: readonly string[], english: number): ReadonlySet<string> {
  let best: readonly string[] = [];
  for (const at of named.keys()) {
    const held = words.filter((word) => functionWordLanguages(word) & (1 << at));
    if (held.length > best.length) best = held;
  }
  return new Set(best.length >= telling && best.length > english ? best : []);
}
