import { expect, it } from 'vitest';
import { alternativesIn } from './alternatives.ts';
import { lookUpTerms } from './analyse.ts';

it('names the one word that a term and its stems in the language of the query say', () => {
  const query = 'Wie lang sind die Kündigungsfristen?';
  const wordOf = alternativesIn(query);
  const stem = lookUpTerms(query).find((term) => term.startsWith('~') && term.endsWith('frist') && term !== '~frist');
  expect(stem && wordOf.get(stem)).toBe('kundigungsfristen');
});

it('is of each language that a short query may be in', () => {
  const wordOf = alternativesIn('Kestrel goggles');
  expect(new Set(wordOf.values())).toEqual(new Set(['kestrel', 'goggl']));
  expect(lookUpTerms('Kestrel goggles').filter((term) => !wordOf.has(term))).toEqual([]);
});

it('is nothing for English, and not for compounds, whose parts are words of their own', () => {
  expect(alternativesIn('What is the refund policy of the shop?').size).toBe(0);
  expect([...alternativesIn('max_connections').keys()]).toEqual([]);
});
