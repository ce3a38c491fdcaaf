/** Number words of the languages that a text may be in; folded. A run of them is one number: `thirty-five`, `fünfzehntausend`. */
const tables: Readonly<Record<string, string>> = {
  english: `zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14
    fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90
    hundred=100 thousand=1000 million=1000000 millions=1000000 billion=1000000000`,
  german: `null=0 ein=1 eins=1 zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 dreizehn=13 vierzehn=14
    funfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80
    neunzig=90 hundert=100 tausend=1000 million=1000000 millionen=1000000 milliarde=1000000000 milliarden=1000000000`,
  dutch: `nul=0 een=1 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15
    zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90
    honderd=100 duizend=1000 miljoen=1000000 miljard=1000000000`,
  french: `zero=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15
    seize=16 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100 cents=100 mille=1000 million=1000000 millions=1000000
    milliard=1000000000 milliards=1000000000`,
  spanish: `cero=0 un=1 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14
    quince=15 dieciseis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veinticinco=25 treinta=30 cuarenta=40 cincuenta=50 sesenta=60
    setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 trescientos=300 quinientos=500 mil=1000 millon=1000000
    millones=1000000`,
  italian: `zero=0 un=1 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13
    quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30 quaranta=40 cinquanta=50 sessanta=60
    settanta=70 ottanta=80 novanta=90 cento=100 mille=1000 mila=1000 milione=1000000 milioni=1000000`,
  portuguese: `zero=0 um=1 uma=1 dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14
    quinze=15 dezesseis=16 dezassete=17 dezessete=17 dezoito=18 dezenove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70
    oitenta=80 noventa=90 cem=100 cento=100 duzentos=200 trezentos=300 quinhentos=500 mil=1000 milhao=1000000 milhoes=1000000`,
  russian: `ноль=0 один=1 одна=1 два=2 две=2 три=3 четыре=4 пять=5 шесть=6 семь=7 восемь=8 девять=9 десять=10 одиннадцать=11 двенадцать=12
    пятнадцать=15 двадцать=20 тридцать=30 сорок=40 пятьдесят=50 шестьдесят=60 семьдесят=70 восемьдесят=80 девяносто=90 сто=100 двести=200
    триста=300 пятьсот=500 тысяча=1000 тысячи=1000 тысяч=1000 миллион=1000000 миллиона=1000000 миллионов=1000000`,
};

const valuesOf = new Map(
  Object.entries(tables).map(([name, table]) => [
    name,
    new Map(
      table
        .split(/\s+/)
        .map((entry) => entry.split('='))
        .map(([word = '', value]) => [word, Number(value)] as const),
    ),
  ]),
);

/** What joins the words of one number, in any of the languages. */
const joints: ReadonlySet<string> = new Set(['and', 'und', 'en', 'et', 'y', 'e']);

/** Values of a word in these languages: one, or several when it is a compound (`fünfunddreißig` is 5, 30); none when it is no number. */
export function numberWord(word: string, languages: readonly string[]): readonly number[] {
  const folded = word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').replaceAll('ß', 'ss');
  for (const language of ['english', 'russian', ...languages]) {
    const values = valuesOf.get(language);
    const value = values?.get(folded);
    if (value !== undefined) return [value];
    if (values && /^(?:german|dutch|italian)$/.test(language)) {
      const parts = compound(folded, values);
      if (parts.length > 0) return parts;
    }
  }
  return [];
}

/** Whether a word joins two words of a number. */
export function isJoint(word: string): boolean {
  return joints.has(word.toLowerCase());
}

function compound(word: string, values: ReadonlyMap<string, number>): readonly number[] {
  const parts: number[] = [];
  let rest = word;
  while (rest !== '') {
    const begun = rest;
    const part = [...values.keys()].toSorted((a, b) => b.length - a.length).find((key) => begun.startsWith(key));
    const joint = part === undefined && parts.length > 0 ? /^(?:und|en)/.exec(rest)?.[0] : undefined;
    const taken = part ?? joint;
    if (taken === undefined) return [];
    if (part !== undefined) parts.push(values.get(part) ?? 0);
    rest = rest.slice(taken.length);
  }
  return parts;
}

/** Adds words up to numbers as they are spoken; words that make no number together are several. */
export function spoken(values: readonly number[]): readonly number[] {
  const numbers: number[] = [];
  let [total, current, isOpen] = [0, 0, false];
  for (const value of values) {
    const isScale = value === 100 || value >= 1000;
    if (isScale) {
      if (value === 100) current = Math.max(1, current) * 100;
      else [total, current] = [total + Math.max(1, current) * value, 0];
    } else if (isOpen && !joins(current, value)) {
      numbers.push(total + current);
      [total, current] = [0, value];
    } else current = current === 4 && value === 20 ? 80 : current + value;
    isOpen = true;
  }
  return isOpen ? [...numbers, total + current] : numbers;
}

function joins(current: number, value: number): boolean {
  const rest = current % 100;
  if (rest === 0) return value > 0;
  // Thirty-five, soixante-dix, fünfunddreißig, quatre-vingt.
  return (rest >= 20 && rest % 10 === 0 && value < 20) || (rest < 10 && value >= 20);
}
