import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planSchema } from './plan.ts';

const save = (id: string, depends_on: readonly string[] = []) => ({ id, kind: 'memory.save', input: { content: 'x' }, depends_on });
const faultsOf = (plan: unknown): readonly string[] => {
  const read = planSchema.safeParse(plan);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a plan', () => {
  it('is read with every kind of step', () => {
    const steps = [
      { id: 'find', kind: 'memory.search', input: { query: 'herons', limit: 5 } },
      { id: 'look', kind: 'knowledge.search', input: { query: 'herons' } },
      { id: 'write', kind: 'model.generate', input: { prompt: 'Sum up: {{steps.find.output.memories}}' }, depends_on: ['find', 'look'] },
      { id: 'ask', kind: 'checkpoint', depends_on: ['write'], reason: 'A person looks at it first.' },
      {
        id: 'keep',
        kind: 'memory.save',
        input: { content: '{{steps.write.output.text}}' },
        depends_on: ['ask'],
        retry: { max_attempts: 5, backoff_ms: 10 },
        timeout_s: 5,
        compensate: { kind: 'memory.delete', input: { memory_id: '{{steps.keep.output.memory_id}}' } },
      },
      {
        id: 'tell',
        kind: 'action',
        input: { action: { kind: 'external.change', system: 'mail', operation: 'send', resource: 'ada', reversible: false } },
      },
      { id: 'more', kind: 'task', input: { goal: 'More of it' } },
      { id: 'rest', kind: 'wait', input: { seconds: 1 } },
    ];
    expect(faultsOf({ steps, parallelism: 2 })).toEqual([]);
  });

  it.each([
    ['no step', { steps: [] }, 'steps: must hold a step at least'],
    ['an unknown kind', { steps: [{ id: 'a', kind: 'shell.exec' }] }, 'steps.0.kind: must be a kind of step that is known'],
    ['a step twice', { steps: [save('a'), save('a')] }, 'steps.1.id: "a" names another step already'],
    ['a step that is not there', { steps: [save('a', ['b'])] }, 'steps.0.depends_on.0: "b" is no step of this plan'],
    ['a step that waits for itself', { steps: [save('a', ['a'])] }, 'steps: go in a circle: a → a'],
    [
      'a circle',
      { steps: [save('a', ['c']), save('b', ['a']), save('c', ['b']), save('d', ['c'])] },
      'steps: go in a circle: a → c → b → a',
    ],
    ['an input that is wrong', { steps: [{ id: 'a', kind: 'memory.save', input: { text: 'x' } }] }, 'steps.0.input.content: is required'],
    [
      'an input of too much',
      { steps: [{ id: 'a', kind: 'wait', input: { seconds: 1, minutes: 1 } }] },
      'steps.0.input: has members that are not known; accepted are until, seconds, event',
    ],
    ['an id that is none', { steps: [{ id: 'a b', kind: 'wait' }] }, 'steps.0.id: must be 1 to 64 letters'],
    [
      'a reference to a later step',
      { steps: [{ ...save('a'), input: { content: '{{steps.b.output}}' } }, save('b')] },
      'which it does not depend on',
    ],
    ['a broken reference', { steps: [{ ...save('a'), input: { content: '{{steps.b.result}}' } }, save('b')] }, 'is no reference'],
    ['a wait for nothing', { steps: [{ id: 'a', kind: 'wait', input: {} }] }, 'must name one of until, seconds and event'],
    ['too many attempts', { steps: [{ ...save('a'), retry: { max_attempts: 1000 } }] }, 'steps.0.retry.max_attempts'],
    ['a member that nobody knows', { steps: [{ ...save('a'), shell: 'rm' }] }, 'steps.0'],
  ])('with %s is refused in words', (_, plan, fault) => {
    expect(faultsOf(plan).join('\n')).toContain(fault);
  });

  it('of 1,000 steps is read, of 1,001 and of 10,000 it is refused with one fault', () => {
    const chain = (length: number) => ({ steps: Array.from({ length }, (__, i) => save(`s${i}`, i === 0 ? [] : [`s${i - 1}`])) });
    expect(faultsOf(chain(1000))).toEqual([]);
    expect(faultsOf(chain(1001))).toEqual(['steps: are 1001 and the limit is 1000; split the work into tasks of its own']);
    expect(faultsOf(chain(10_000))).toHaveLength(1);
  });

  it('with an input that is too large is refused', () => {
    const steps = [{ id: 'a', kind: 'model.generate', input: { prompt: 'x'.repeat(300_000) } }];
    expect(faultsOf({ steps }).join()).toMatch(/has 3000\d\d bytes as JSON and the limit is 262144/);
  });

  it('of 1,000 steps that depend on 100 others each is read without walking through all pairs of them', () => {
    const before = (at: number) => Array.from({ length: Math.min(at, 100) }, (_, back) => `s${at - 1 - back}`);
    const steps = Array.from({ length: 1000 }, (_, at) => save(`s${at}`, before(at)));
    const last = { ...save('s999', ['s998']), input: { content: '{{steps.s0.output.memory_id}}' } };
    expect(faultsOf({ steps: [...steps.slice(0, 999), last] })).toEqual([]);
  });

  it('refers to what it comes after, by however many steps, and to nothing else', () => {
    const edges = array(tuple(integer({ min: 1, max: 9 }), integer({ min: 0, max: 8 })), { maxLength: 20 });
    const place = integer({ min: 0, max: 9 });
    assert(
      property(edges, place, place, (given, from, to) => {
        const down = given.filter(([a, b]) => b < a);
        const steps = Array.from({ length: 10 }, (_, i) => ({
          ...save(
            `s${i}`,
            down.flatMap(([a, b]) => (a === i ? [`s${b}`] : [])),
          ),
          input: { content: i === from ? `{{steps.s${to}.output}}` : 'x' },
        }));
        expect(faultsOf({ steps }).length === 0).toBe(leadsTo(down, from, to));
      }),
    );
  });

  it('is read exactly when its dependencies lead nowhere back', () => {
    const edges = array(tuple(integer({ min: 0, max: 11 }), integer({ min: 0, max: 11 })), { maxLength: 30 });
    assert(
      property(edges, (given) => {
        const steps = Array.from({ length: 12 }, (_, i) =>
          save(
            `s${i}`,
            given.flatMap(([from, to]) => (from === i ? [`s${to}`] : [])),
          ),
        );
        expect(faultsOf({ steps }).length === 0).toBe(!hasCircle(given));
      }),
    );
  });

  it('is read the same in whatever order its steps stand', () => {
    const edges = array(tuple(integer({ min: 1, max: 9 }), integer({ min: 0, max: 8 })), { maxLength: 20 });
    assert(
      property(edges, constantFrom(1, 3, 7), (given, stride) => {
        const down = given.filter(([from, to]) => to < from);
        const steps = Array.from({ length: 10 }, (_, i) =>
          save(
            `s${i}`,
            down.flatMap(([from, to]) => (from === i ? [`s${to}`] : [])),
          ),
        );
        const shuffled = steps.map((_, i) => steps[(i * stride) % 10]);
        expect(faultsOf({ steps: shuffled })).toEqual([]);
      }),
    );
  });
});

/** Those below are by walking, not by counting as the plan does. */
type Edges = readonly (readonly [number, number])[];

const hasCircle = (edges: Edges): boolean => edges.some(([a]) => leadsTo(edges, a, a));

function leadsTo(edges: Edges, from: number, goal: number, seen: ReadonlySet<number> = new Set()): boolean {
  return edges.some(([a, b]) => a === from && (b === goal || (!seen.has(b) && leadsTo(edges, b, goal, new Set([...seen, b])))));
}
