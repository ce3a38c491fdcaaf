import { describe, expect, it } from 'vitest';
import { lookUpTerms } from './analyse.ts';
import { compoundParts } from './german-compounds.ts';
import { passageTerms } from './passage-terms.ts';

it.each([
  ['kündigungsfrist', ['kündigung', 'frist']],
  ['rechnungsnummer', ['rechnung', 'nummer']],
  ['sicherheitsabteilung', ['sicherheit', 'abteilung']],
  ['gesellschaftsvertrag', ['gesellschaft', 'vertrag']],
  ['produktionsleiter', ['produktion', 'leiter']],
  ['arbeitsvertrag', ['arbeit', 'vertrag']],
  ['jahresurlaub', ['jahr', 'urlaub']],
  ['mietvertragskündigungsfrist', ['miet', 'vertrag', 'kündigung', 'frist']],
  ['krankenversicherungsbeitrag', ['kranken', 'versicherung', 'beitrag']],
  ['versicherung', []],
  ['kündigungen', []],
  ['wirtschaftlich', []],
  ['frist', []],
  ['donaudampfer', []],
])('%s is made of %j', (word, parts) => {
  expect(compoundParts(word)).toEqual(parts);
});

describe('a German text', () => {
  const counts = passageTerms(
    { headings: [], text: 'Die Kündigungsfrist ist drei Monate und steht in dem Arbeitsvertrag.' },
    'Handbuch',
  ).counts;
  const found = (query: string): boolean => lookUpTerms(query).some((term) => counts.has(term));

  it.each(['Wie lange ist die Frist?', 'Wann ist eine Kündigung möglich?', 'Fristen', 'Verträge'])(
    'is found by the parts of its compounds: %s',
    (query) => {
      expect(found(query)).toBe(true);
    },
  );

  it('is found by a compound of which it has a part', () => {
    const { counts: parts } = passageTerms({ headings: [], text: 'Die Frist ist drei Monate und nicht mehr.' }, 'Handbuch');
    expect(lookUpTerms('Kündigungsfristen in der Probezeit').some((term) => parts.has(term))).toBe(true);
  });

  it('is not found by what is no part', () => {
    expect(found('Wo ist der Parkplatz?')).toBe(false);
  });
});

it('gives English no parts', () => {
  expect(lookUpTerms('the transportation of the servers is what they are for')).toEqual(['transport', 'server']);
});
