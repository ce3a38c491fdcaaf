import { expect, it } from 'vitest';
import { analyse, analyseQuery } from './analyse.ts';

it.each([
  ['Wie lange dauert die Rückerstattung?', 'dauert Rückerstattung'],
  ['Was ist die Frist für den Einspruch?', 'Frist Einspruch'],
  ['¿Cuál es el plazo de entrega?', 'plazo entrega'],
  ['Qual è il termine per la consegna?', 'termine consegna'],
  ['Quel est le délai de livraison ?', 'délai livraison'],
  ['Qual é o prazo de entrega?', 'prazo entrega'],
  ['Wat is de levertijd van het pakket?', 'levertijd pakket'],
  ['Какой у вас срок для возврата?', 'срок возврата'],
])('asks for nothing but the telling words of %j', (question, telling) => {
  const asked = analyseQuery(question);
  for (const term of analyse(telling)) expect(asked).toContain(term);
  expect(asked.length).toBeLessThanOrEqual(analyse(telling).length + 1);
});

it('does not take English for another language', () => {
  expect(analyseQuery('What was the die cast of?')).toEqual(['die', 'cast']);
  expect(analyseQuery('die hard')).toEqual(['die', 'hard']);
});

it('asks for what there is when a query has only function words of another language', () => {
  expect(analyseQuery('wer wie was')).not.toEqual([]);
});

it('leaves them in what is indexed', () => {
  expect(analyse('die Frist ist um')).toContain('die');
});
