import { anything, array, assert, constantFrom, jsonValue, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenReference, MissingValue, referencesIn, resolveReferences } from './references.ts';

const known = {
  goal: 'Sum up herons',
  outputs: new Map<string, unknown>([
    ['find', { memories: [{ content: 'Herons fish.', score: 0.5 }], total: 1 }],
    ['write', 'just {{steps.find.output.total}} text'],
  ]),
};
const resolved = (input: unknown): unknown => resolveReferences(input, known);

describe('a reference', () => {
  it('alone becomes the value itself', () => {
    expect(resolved('{{steps.find.output.memories}}')).toEqual([{ content: 'Herons fish.', score: 0.5 }]);
    expect(resolved({ limit: '{{ steps.find.output.total }}' })).toEqual({ limit: 1 });
  });

  it('within text is written as text', () => {
    expect(resolved('On {{task.goal}}: {{steps.find.output.memories.0.content}} ({{steps.find.output.total}})')).toBe(
      'On Sum up herons: Herons fish. (1)',
    );
    expect(resolved('{{steps.find.output.memories.0}}!')).toBe('{"content":"Herons fish.","score":0.5}!');
  });

  it('puts in what is not looked at again', () => {
    expect(resolved('{{steps.write.output}}')).toBe('just {{steps.find.output.total}} text');
    expect(resolved('<{{steps.write.output}}>')).toBe('<just {{steps.find.output.total}} text>');
  });

  it.each([
    '{{steps.find.output.nothing}}',
    '{{steps.find.output.memories.7}}',
    '{{steps.gone.output}}',
    '{{steps.find.output.constructor}}',
    '{{steps.find.output.memories.length}}',
  ])('to nothing, such as %s, is told', (text) => {
    if (text.endsWith('length}}')) expect(resolved(text)).toBe(1);
    else expect(() => resolved(text)).toThrow(MissingValue);
  });

  it.each([
    '{{steps.find}}',
    '{{steps.find.result}}',
    '{{ steps.a b.output }}',
    '{{task.owner}}',
    '{{steps.find.output.a-ü}}',
    '{{steps.find.output',
  ])('that is none, %s, is told as broken', (text) => expect(brokenReference({ deep: [text] })).toBeDefined());

  it.each(['{{mustache}}', '{ {steps.find} }', '{{}}', '{{step.find.output}}', 'steps.find.output'])('is not seen in %s', (text) => {
    expect([brokenReference(text), referencesIn(text), resolved(text)]).toEqual([undefined, [], text]);
  });
});

describe('an input', () => {
  it('without references comes out as it went in', () => {
    assert(
      property(jsonValue(), (value) => {
        if (referencesIn(value).length === 0) expect(resolved(value)).toEqual(value);
      }),
    );
  });

  it('takes any output whole, and in text as it is', () => {
    assert(
      property(jsonValue(), string(), (value, around) => {
        const outputs = new Map([['a', value]]);
        const safe = around.replaceAll('{', '(');
        expect(resolveReferences('{{steps.a.output}}', { goal: '', outputs })).toEqual(value);
        expect(resolveReferences(`${safe}{{steps.a.output}}${safe}`, { goal: '', outputs })).toBe(
          safe === '' ? value : `${safe}${typeof value === 'string' ? value : JSON.stringify(value)}${safe}`,
        );
      }),
    );
  });

  it('never leads to what is no own member, nor throws anything but MissingValue', () => {
    const path = array(constantFrom('__proto__', 'constructor', 'toString', '0', 'a', 'length'), { maxLength: 4 });
    assert(
      property(path, record({ a: anything() }), (names, output) => {
        const text = `{{${['steps', 's', 'output', ...names].join('.')}}}`;
        try {
          expect(typeof resolveReferences(text, { goal: '', outputs: new Map([['s', output]]) })).not.toBe('undefined');
        } catch (error) {
          expect(error).toBeInstanceOf(MissingValue);
        }
      }),
    );
  });
});
