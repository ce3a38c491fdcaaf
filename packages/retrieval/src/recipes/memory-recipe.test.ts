import { describe, expect, it } from 'vitest';
import { analyse, analyseQuery } from '../analysis/analyse.ts';
import { memoryEmbeddingText, memoryIndexTerms } from './memory-recipe.ts';
import { memorySpeaker, type MemoryText } from './memory-text.ts';

const said = (content: string, agentName: string | null = null, occurredAt = '2023-05-08T13:56:00.000Z'): MemoryText => ({
  content,
  agentName,
  occurredAt,
});

describe('the speaker of a memory', () => {
  it.each([
    ['Caroline: I went to the group.', 'agent-7', 'Caroline'],
    ['Dr. Ann Lee: take two a day', null, 'Dr. Ann Lee'],
    ['Zoë: bonjour', null, 'Zoë'],
    ['I went to the group.', 'Caroline', 'Caroline'],
    ['note: buy milk', 'agent-7', 'agent-7'],
    ['https://example.com is down', null, null],
    ['Ratio 3:4 is fine', null, null],
    ['', null, null],
  ])('of %j by %j is %j', (content, agentName, speaker) => {
    expect(memorySpeaker({ content, agentName })).toBe(speaker);
  });
});

describe('what a memory is found by', () => {
  it('is its own words most, the words before it, who says it and when', () => {
    const { counts, length } = memoryIndexTerms(said('She loves pottery', 'Melanie'), [said('Do you have a hobby?', 'Caroline')]);
    const weight = (word: string): number => counts.get(analyse(word)[0] ?? '') ?? 0;
    expect(weight('pottery')).toBe(3);
    expect(weight('Melanie')).toBe(3);
    expect(weight('hobby')).toBe(1);
    expect(weight('Caroline')).toBe(1);
    for (const term of analyseQuery('8 May 2023')) expect(counts.get(term)).toBe(1);
    // Three own terms, three of the date, two before it; what only stop words make is held, but has no length.
    expect(length).toBe(3 * 3 + 3 + 2);
  });

  it('is the same whether the speaker stands in the text or in the name', () => {
    const named = memoryIndexTerms(said('I love tea', 'Ann'), []);
    expect(memoryIndexTerms(said('Ann: I love tea', 'some-agent'), [])).toEqual(named);
  });

  it('takes in the last two before it only', () => {
    const { counts } = memoryIndexTerms(said('own'), [said('first'), said('second'), said('third')]);
    expect([counts.has('first'), counts.has('second'), counts.has('third')]).toEqual([false, true, true]);
  });

  it('is only its words when the date is none', () => {
    expect([...memoryIndexTerms(said('the tea', null, 'never'), []).counts]).toEqual([['tea', 3]]);
  });

  it.each(['to be or not to be', '東京の会議', 'the'])('holds what %j is asked for', (text) => {
    const { counts } = memoryIndexTerms(said(text, null, 'never'), []);
    for (const term of analyseQuery(text)) expect([term, counts.has(term)]).toEqual([term, true]);
    for (const character of '東京') expect(counts.has(character)).toBe(text.startsWith('東京'));
  });
});

it('embeds a memory between its neighbours, with date and speakers', () => {
  const text = memoryEmbeddingText(said('I love tea', 'Ann'), { before: said('And you?', 'Ben'), after: said('Nice!', 'Ben') });
  expect(text).toBe('(8 May 2023)\nBen: And you?\nAnn: I love tea\nBen: Nice!');
  expect(memoryEmbeddingText(said('I love tea', null, 'never'))).toBe('I love tea');
});
