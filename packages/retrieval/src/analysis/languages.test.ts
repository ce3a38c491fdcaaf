import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookUpTerms } from './analyse.ts';
import { languageStems } from './language-stems.ts';
import { languagesOf } from './language-of.ts';
import { type LatinLanguageName, latinLanguageNames } from './languages.ts';
import { passageTerms } from './passage-terms.ts';

/** Sentences of a language, and forms of one word each. */
const languages: Readonly<Record<LatinLanguageName, { readonly sentence: string; readonly families: readonly string[] }>> = {
  german: {
    sentence: 'Das ist nicht von uns, und wir haben es auch nicht für die anderen gemacht:',
    families: [
      'Rechnung Rechnungen',
      'Vertrag Vertrages Verträge Verträgen',
      'Haus Hauses Häuser Häusern',
      'kündigen kündige',
      'Zahlung Zahlungen',
      'Kunde Kunden',
      'Garten Gärten',
      'schnell schnelle schnelles schneller',
      'Gebühr Gebühren',
      'Wohnung Wohnungen',
      'Lieferung Lieferungen',
      'Buch Buches Bücher Büchern',
    ],
  },
  french: {
    sentence: 'Ce n’est pas pour nous, et ils ne sont pas dans la même situation que les autres :',
    families: [
      'facture factures facturer facturé',
      'contrat contrats',
      'paiement paiements',
      'continuer continué continuait',
      'résilier résilié résiliation résiliations',
      'cheval chevaux',
      'national nationale nationaux nationales',
      'demander demandé demandait demandaient',
      'heureux heureuse heureuses',
      'livraison livraisons',
      'actuel actuelle actuels actuelles',
      'remboursement remboursements',
    ],
  },
  spanish: {
    sentence: 'Esto no es para nosotros, y los que están con ella tienen también una que es muy parecida:',
    families: [
      'factura facturas',
      'contrato contratos',
      'pago pagos pagar pagamos',
      'niño niños niña niñas',
      'facturación facturaciones facturacion',
      'cancelar cancelado cancelación cancelaciones',
      'nación naciones',
      'rápido rápida rápidos',
      'trabajar trabajo trabajamos trabajaban',
      'entrega entregas entregar',
      'cliente clientes',
      'devolución devoluciones',
    ],
  },
  italian: {
    sentence: 'Questo non è per noi, e quelli che sono con lei hanno anche una cosa che è molto simile alla nostra:',
    families: [
      'fattura fatture',
      'contratto contratti',
      'pagamento pagamenti',
      'amico amici',
      'gatto gatti gatta gatte',
      'rimborso rimborsi rimborsare rimborsato',
      'consegna consegne consegnare consegnato',
      'nazione nazioni',
      'veloce veloci velocemente',
      'cliente clienti',
      'libro libri',
      'lavorare lavorato lavoriamo lavoravano',
    ],
  },
  portuguese: {
    sentence: 'Isto não é para nós, e os que estão com ela também têm uma que não foi feita por eles:',
    families: [
      'fatura faturas',
      'contrato contratos',
      'pagamento pagamentos',
      'menino meninos menina meninas',
      'condição condições condicao condicoes',
      'cancelar cancelado cancelamos cancelavam',
      'rápido rápida rápidos',
      'trabalhar trabalhamos trabalhavam',
      'entrega entregas entregar',
      'cliente clientes',
      'devolução devoluções',
      'livro livros',
    ],
  },
  dutch: {
    sentence: 'Dat is niet van ons, en wij hebben het ook niet voor de anderen gemaakt, maar dat kan nog:',
    families: [
      'factuur facturen',
      'contract contracten',
      'betaling betalingen',
      'boek boeken',
      'klant klanten',
      'fiets fietsen',
      'levering leveringen',
      'rekening rekeningen',
      'machine machines',
      'mogelijk mogelijke mogelijkheid mogelijkheden',
      'werken werk',
      'woning woningen',
    ],
  },
  swedish: {
    sentence: 'Det är inte från oss, och vi har inte gjort det för de andra som var där med henne:',
    families: [
      'faktura fakturor fakturorna',
      'hus husen',
      'bil bilar bilen bilarna bilens',
      'kund kunder kunden kunderna',
      'betalning betalningar betalningen',
      'flicka flickor flickorna',
      'snabb snabba snabbare snabbast',
      'klubb klubbar klubben klubbarna',
      'köpa köper',
      'tidning tidningar tidningen',
      'hund hundar hundarna',
      'arbetar arbetade arbetat',
    ],
  },
  norwegian: {
    sentence: 'Det er ikke fra oss, og vi har ikke gjort det for de andre som var der med henne, hvis jeg så noe:',
    families: [
      'faktura fakturaen fakturaer fakturaene',
      'avtale avtaler avtalen avtalene',
      'bil biler bilen bilene bilens',
      'kunde kunder kunden kundene',
      'betaling betalinger betalingen',
      'gutt gutter guttene',
      'rask raske raskere',
      'leveranse leveranser leveransen',
      'hund hunder hundene',
      'arbeid arbeidet arbeide',
      'avis aviser avisen avisene',
      'melding meldinger meldingene',
    ],
  },
  danish: {
    sentence: 'Det er ikke fra os, og vi har ikke gjort det for de andre, som var der med hende, hvis jeg så noget af det:',
    families: [
      'faktura fakturaen fakturaer fakturaerne',
      'aftale aftaler aftalen aftalerne',
      'bil biler bilen bilerne',
      'kunde kunder kunden kunderne',
      'betaling betalinger betalingen',
      'dreng drenge drengene',
      'hurtig hurtige hurtigere',
      'levering leveringer leveringen',
      'hund hunde hundene',
      'avis aviser avisen',
      'besked beskeder beskeden',
      'regning regninger regningen regningerne',
    ],
  },
  finnish: {
    sentence: 'Se ei ole meidän, ja me emme ole tehneet sitä, kun hän oli siellä, mutta tämä on myös niin kuin se:',
    families: [
      'lasku laskun laskut laskua',
      'talo talon talot talossa taloa taloista',
      'auto auton autot autossa autoja',
      'kahvi kahvin kahvia',
      'kirjasto kirjaston kirjastot kirjastossa',
      'koulu koulun koulussa kouluista koulut',
      'palvelu palvelun palvelut palvelussa',
      'maksu maksun maksut maksua',
      'tuotteen tuotteet',
      'opettaja opettajan opettajat',
      'ravintola ravintolan ravintolat',
      'kirja kirjan kirjat kirjassa kirjaa',
    ],
  },
  hungarian: {
    sentence: 'Ez nem a miénk, és nem is az, amit ők meg akartak, mert ez most csak egy olyan, mint az volt:',
    families: [
      'számla számlát számlák számlában',
      'ház házat házak házban',
      'szerződés szerződések szerződést szerződésben',
      'könyv könyvek könyvet könyvben',
      'ajtó ajtót ajtóban',
      'autó autót autóban',
      'szállítás szállítások szállítást',
      'bank bankok bankot bankban',
      'iskola iskolában iskolát',
      'fizetés fizetések fizetést',
      'város városok várost városban',
      'barát barátok barátot',
    ],
  },
  romanian: {
    sentence: 'Acesta nu este pentru noi, și cei care sunt cu ea au și ei una care nu a fost făcută de către mine:',
    families: [
      'factura facturi facturile facturilor',
      'contract contracte contractul contractelor',
      'client clienti clientul clienților',
      'student studenți studentul',
      'casă casa case casele caselor',
      'limba limbi limbile',
      'lucra lucrează',
      'profesor profesori profesorul profesorilor',
      'națiuni naţiuni naţiunile',
      'oraș oraşul orașul',
      'document documente documentele documentelor',
      'articol articole articolul articolele',
    ],
  },
  turkish: {
    sentence: 'Bu bizim için değil, ve ben de onu daha sonra bir şey gibi ya da çok kadar olan ile ne yok:',
    families: [
      'ev evler evde evden evlerde',
      'kitap kitaplar kitapta kitaplarda',
      'masa masalar masada',
      'sözleşme sözleşmeler',
      'müşteri müşteriler müşteriden',
      'okul okullar okulda okullarda',
      'kalem kalemler kalemde',
      'şehir şehirler şehirde',
      'ürün ürünler üründe ürünlerde',
      'banka bankalar',
      'hesap hesaplar hesapta',
      'telefon telefonlar telefonda telefondan',
    ],
  },
};

const cases = Object.entries(languages).map(([name, { sentence, families }]) => ({ name: name as LatinLanguageName, sentence, families }));

describe.each(cases)('$name', ({ name, sentence, families }) => {
  it('is told by its function words', () => {
    expect(languagesOf(sentence)).toContain(name);
    expect(languagesOf(sentence).length).toBeLessThanOrEqual(2);
  });

  it.each(families)('finds %s in a text by any of them', (family) => {
    for (const held of family.split(' ')) {
      const { counts } = passageTerms({ headings: [], text: `${sentence} ${held}.` }, '');
      for (const asked of family.split(' ')) {
        const terms = lookUpTerms(asked);
        expect([held, asked, terms.some((term) => counts.has(term))]).toEqual([held, asked, true]);
      }
    }
  });
});

describe('what is too short to tell', () => {
  it('is asked for in every language that has its letters', () => {
    expect(languagesOf('Kunde')).toEqual(latinLanguageNames);
    expect(languagesOf('Größe')).toEqual(['german']);
    expect(languagesOf('kubectl apply error timeout config pool size limit')).toEqual([]);
  });

  it('asks for no stem twice', () => {
    const terms = lookUpTerms('Rechnungen');
    expect(terms).toEqual([...new Set(terms)]);
    expect(terms.length).toBeLessThan(6);
  });

  it('is not what English is', () => {
    expect(languagesOf('What was the die cast of?')).toEqual([]);
    expect(lookUpTerms('What is the refund policy?')).toEqual(['refund', 'polici']);
    expect([...passageTerms({ headings: [], text: 'The refunds are paid within a week.' }, '').counts.keys()].join()).not.toContain('~');
  });

  it('does not make a passage longer', () => {
    expect(passageTerms({ headings: [], text: 'Offene Rechnungen' }, '').length).toBe(4);
  });
});

describe('laws', () => {
  const word = (letters: string) => fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 1, maxLength: 10 });
  const inAny = fc.constantFrom(...latinLanguageNames).chain((language) => fc.tuple(fc.constant(language), word('abdegilnorstu')));
  const foreign = fc.string({ unit: fc.constantFrom(...Array.from('aeinrstéüößçãőåñșğ')), minLength: 2, maxLength: 10 });

  it('gives the same stems however a word is composed', () => {
    fc.assert(
      fc.property(fc.array(foreign, { minLength: 1, maxLength: 4 }), (words) => {
        const text = words.join(' ');
        expect(lookUpTerms(text.normalize('NFD'))).toEqual(lookUpTerms(text.normalize('NFC')));
        expect(lookUpTerms(text)).toEqual(lookUpTerms(text));
      }),
    );
  });

  it('gives the same stems for small letters and capitals', () => {
    fc.assert(
      fc.property(inAny, ([language, small]) => {
        const capitals = language === 'turkish' ? small.toLocaleUpperCase('tr') : small.toUpperCase();
        expect(languageStems(capitals, [language])).toEqual(languageStems(small, [language]));
      }),
    );
  });

  it('takes nothing more from the stem of a language that puts ending after ending', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('turkish' as const, 'finnish' as const, 'hungarian' as const),
        word('aeiklmnrst'),
        (language, written) => {
          const [once] = languageStems(written, [language]);
          // A stem may be a function word by chance.
          fc.pre(once !== undefined && once.length > 3 && languageStems(once.slice(1), [language]).length > 0);
          expect(languageStems(once?.slice(1) ?? '', [language])).toEqual([once]);
        },
      ),
    );
  });
});
