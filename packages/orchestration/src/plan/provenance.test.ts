import { actionSchema } from '@cairn/governance';
import { describe, expect, it } from 'vitest';
import { planSchema } from './plan.ts';
import { planWithProvenance, sourcesOf, withProvenance } from './provenance.ts';
import type { Origins } from './provenance.ts';
import type { StepKind } from './step-kinds.ts';

const kinds = new Map<string, StepKind>([
  ['find', 'knowledge.search'],
  ['recall', 'memory.search'],
  ['write', 'model.generate'],
  ['keep', 'memory.save'],
]);
const origins: Origins = { kindOf: (id) => kinds.get(id), goal: [], plan: [] };
const call = (args: object, rest: object = {}) =>
  actionSchema.parse({ kind: 'mcp.call', server: 'mail', tool: 'send', arguments: args, ...rest });
const labelled = (args: object, rest: object = {}, known: Partial<Origins> = {}) =>
  withProvenance(
    call(args, rest),
    { action: { kind: 'mcp.call', server: 'mail', tool: 'send', arguments: args, ...rest } },
    { ...origins, ...known },
  );

describe('the arguments of a call', () => {
  it.each([
    ['{{steps.find.output.results.0.passage}}', 'document'],
    ['mailto:{{steps.recall.output.memories.0.content}}', 'memory'],
    ['{{ steps.write.output }}', 'tool_result'],
    ['{{steps.gone.output}}', 'tool_result'],
  ])('that are %s are labelled as from a %s', (value, source) => {
    expect(labelled({ to: value, body: 'b' })).toMatchObject({ untrusted: [{ path: '/to', source }] });
    expect(labelled({ deep: { 'a/b': [1, value] } })).toMatchObject({ untrusted: [{ path: '/deep/a~1b/1', source }] });
  });

  it('that the plan has itself, the goal, or what the service made are not', () => {
    const plain = { to: 'ada@example.org', about: '{{task.goal}}', ref: '{{steps.keep.output.memory_id}}' };
    expect(labelled(plain)).toEqual(call(plain));
  });

  it('that are the goal are labelled as what the goal is from', () => {
    expect(labelled({ to: '{{task.goal}}', body: 'b' }, {}, { goal: ['memory', 'web'] })).toMatchObject({
      untrusted: [
        { path: '/to', source: 'memory' },
        { path: '/to', source: 'web' },
      ],
    });
  });

  it('that a model planned of such a goal are labelled, all of them', () => {
    expect(labelled({ to: 'x', body: '{{task.goal}}' }, {}, { goal: ['memory'], plan: ['memory'] })).toMatchObject({
      untrusted: [
        { path: '/to', source: 'memory' },
        { path: '/body', source: 'memory' },
      ],
    });
  });

  it('keep the labels that they have', () => {
    const untrusted = [{ path: '/body', source: 'web' }];
    expect(labelled({ to: '{{steps.find.output}}', body: 'b' }, { untrusted })).toMatchObject({
      untrusted: [...untrusted, { path: '/to', source: 'document' }],
    });
  });

  it.each([{ action: '{{steps.write.output}}' }, { action: { kind: 'mcp.call', arguments: '{{steps.write.output}}' } }])(
    'that come all from a step are all labelled: %j',
    (input) => {
      expect(withProvenance(call({ to: 'x', 'a/b': 1 }), input, origins)).toMatchObject({
        untrusted: [
          { path: '/to', source: 'tool_result' },
          { path: '/a~1b', source: 'tool_result' },
        ],
      });
    },
  );

  it('that are more than can be labelled are labelled whole, and stay an action', () => {
    const many = { list: Array.from({ length: 300 }, () => '{{steps.find.output}}'), to: '{{steps.recall.output}}' };
    const action = labelled(many);
    expect(action).toMatchObject({
      untrusted: [
        { path: '/list', source: 'document' },
        { path: '/to', source: 'memory' },
      ],
    });
    expect(actionSchema.parse(action)).toEqual(action);
  });
});

describe('the calls of a plan for a task below', () => {
  const step = (args: unknown, rest: object = {}) => ({
    id: 'act',
    kind: 'action',
    input: { action: { kind: 'mcp.call', server: 's', tool: 't', arguments: args, ...rest } },
  });
  const below = (plan: unknown, id = 'sub') => ({ id, kind: 'task', input: { goal: 'g', plan } });
  const filled = (input: unknown, plan: unknown) => planWithProvenance(planSchema.parse(plan), input, origins);

  it('are labelled where what was put in came from a step above, in plans within it too', () => {
    const given = {
      steps: [step({ to: '{{steps.find.output}}', body: 'b' }), below({ steps: [step({ to: '{{steps.recall.output}}' })] })],
    };
    const plan = { steps: [step({ to: 'evil', body: 'b' }), below({ steps: [step({ to: 'evil too' })] })] };
    expect(filled({ goal: 'g', plan: given }, plan)).toEqual({
      steps: [
        step({ to: 'evil', body: 'b' }, { untrusted: [{ path: '/to', source: 'document' }] }),
        below({ steps: [step({ to: 'evil too' }, { untrusted: [{ path: '/to', source: 'memory' }] })] }),
      ],
    });
  });

  it('are labelled whole where all of the plan came from one, and not at all where nothing did', () => {
    const plan = { steps: [step({ to: 'x', body: 'b' })] };
    expect(filled({ goal: 'g', plan: '{{steps.write.output.plan}}' }, plan)).toMatchObject({
      steps: [
        {
          input: {
            action: {
              untrusted: [
                { path: '/to', source: 'tool_result' },
                { path: '/body', source: 'tool_result' },
              ],
            },
          },
        },
      ],
    });
    expect(filled({ goal: '{{steps.write.output}}', plan }, plan)).toEqual(planSchema.parse(plan));
  });
});

it('an input tells what it comes from, by the steps and the goal that it names', () => {
  const input = { goal: 'On {{steps.find.output}}', plan: { steps: [{ about: '{{task.goal}}', id: '{{steps.keep.output.memory_id}}' }] } };
  expect(sourcesOf(input, origins)).toEqual(['document']);
  expect(sourcesOf(input, { ...origins, goal: ['web'] })).toEqual(['document', 'web']);
  expect(sourcesOf({ goal: 'g' }, { ...origins, goal: ['web'] })).toEqual([]);
  expect(sourcesOf({ goal: 'g' }, { ...origins, plan: ['web'] })).toEqual(['web']);
});
