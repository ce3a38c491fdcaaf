/**
 * First parts of many compounds, with the sound that joins them: what stands behind them in a long word is a word of its own. Kept to nouns
 * that begin no simple German word.
 */
const firstParts =
  `abteilungs aktien alters anlage antrags arbeitgeber arbeitnehmer arbeits arzneimittel auftrags ausfuhr ausland auslands bahn bank bau
  benutzer bestell betriebs blut boden brand brief bundes börsen bücher daten datenschutz dienst eigentums einfuhr einkaufs eltern energie fahrzeug
  familien fernseh feuer film firmen flug fonds frauen gebäude gebühren gehalts geld gemeinde gerichts geräte geschäfts gesundheits gewinn grundstücks
  hafen handels hardware haushalts heiz herz hochschul holz inland internet jahres jugend kaffee kauf kinder konto kosten kraftfahrzeug kranken kredit
  kultur kunden kunst lager landes lebensmittel liefer lieferanten luft markt maschinen medizin metall miet mieter mitarbeiter mitglieder mobilfunk
  monats mutterschafts nachrichten netzwerk notfall nutzer papier patienten pensions personal pflege polizei post preis presse probe produkt projekt
  radio raum regional reise renten schiffs schul schutz server sicherheits software sport staats stadt steuer straf straßen strom studenten studien
  stunden system tages teilnehmer telefon transport umwelt unfall unternehmens unterhalts urlaubs verbraucher verkaufs verkehrs vermieter vertrags
  vorstands waren wasser welt werbe wert wettbewerbs wirtschafts wochen wohn zahlungs zahn zeitungs zins zivil zoll`.split(/\s+/);

/** Endings of nouns that an s joins to what follows. */
const derived = String.raw`\p{L}{2,}?(?:ung|heit|keit|schaft|ion|tät|tum|ling)(?=s(?!chaft)\p{L}{4})`;
/** What begins no word of its own but ends one. */
const ending = '(?:chen|lein|lich|isch|ion|ung|heit|keit|schaft|tum|ling|haft|los)';
const known = firstParts.toSorted((a, b) => b.length - a.length).join('|');
const seam = new RegExp(`^(?:(${known})(?!${ending})|(${derived})s)(?=\\p{L}{4})`, 'u');
/** A shorter word has no parts that tell. */
const leastLength = 9;
const mostParts = 4;

/**
 * The parts of a German compound where its seam shows: behind -ungs-, -heits- and their like, and behind what many compounds begin
 * with (`kündigungsfrist`: kündigung, frist). None when it shows none. Expects small letters.
 */
export function compoundParts(word: string): readonly string[] {
  const parts: string[] = [];
  let rest = word;
  while (rest.length >= leastLength && parts.length < mostParts - 1) {
    const [found, first, noun] = seam.exec(rest) ?? [];
    if (found === undefined) break;
    parts.push(noun ?? first ?? '');
    rest = rest.slice(found.length);
  }
  return parts.length === 0 ? [] : [...parts.map(withoutJoint), rest];
}

/** `arbeits`, `jahres` join by an s or es that is no part of the noun. */
function withoutJoint(part: string): string {
  return /^(?:jahr|tag|bund|land)es$/u.test(part) ? part.slice(0, -2) : part.replace(/(?<=\p{L}{4}[^s])s$/u, '');
}
