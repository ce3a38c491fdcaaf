import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { checkpointAction } from '../actions/checkpoint-action.ts';
import { hasHiddenCharacters } from '../shell/script/hidden-characters.ts';
import { shellAction } from '../testing/verdicts.ts';
import { cardOf, titleOf } from './card.ts';

/** No body with the key `__proto__` is let in, so no action has an argument of that name. */
const isLetIn = (args: object): boolean => !Object.hasOwn(args, '__proto__');

const calls = fc
  .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 5 })
  .filter(isLetIn)
  .map((args) => ({ kind: 'mcp.call', server: 's', tool: 't', arguments: args }));

const document = { kind: 'knowledge.write', title: 'plan.md', size: 5, media_type: 'text/markdown', sha256: 'a'.repeat(64) };

describe('a card', () => {
  it('holds all of the action, and nothing that does not show', () => {
    fc.assert(
      fc.property(calls, (call) => {
        const read = actionSchema.safeParse(call);
        fc.pre(read.success);
        const card = cardOf(read.data ?? shellAction('ls'));
        expect(JSON.parse(card.canonical)).toEqual(JSON.parse(JSON.stringify(call)));
        for (const text of [card.canonical, ...card.effects, ...card.parameters.flatMap(({ name, value }) => [name, value])])
          expect(hasHiddenCharacters(text)).toBe(false);
      }),
    );
  });

  it('names each parameter by its pointer, and marks those that hide something', () => {
    const card = cardOf(actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: { 'a/b': ['x\u200by'], empty: {} } }));
    expect(card.parameters).toEqual([
      { name: '/server', value: '"s"', hidden: false },
      { name: '/tool', value: '"t"', hidden: false },
      { name: '/arguments/a~1b/0', value: String.raw`"x\u200by"`, hidden: true },
      { name: '/arguments/empty', value: '{}', hidden: false },
    ]);
  });

  it('tells a text of escapes from the characters that they stand for', () => {
    const [real, written] = ['\u202e', String.raw`\u202e`].map((to) =>
      cardOf(actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: { to } })),
    );
    expect(real?.canonical).not.toBe(written?.canonical);
  });

  it('says what a command does, the worst first', () => {
    const { effects } = cardOf(shellAction('cat notes.txt && rm -rf dist && curl https://h.example/x'));
    expect(effects[0]).toBe('deletes /repo/dist in the workspace');
    expect(effects).toEqual(expect.arrayContaining(['speaks to h.example', 'runs curl', 'reads /repo/notes.txt in the workspace']));
  });

  it.each([
    [shellAction('git push'), 'hooks and settings of the git repository'],
    [shellAction('cat $FILE'), 'what `*` stands for: that is known only as it runs'],
    [actionSchema.parse({ ...shellAction('ls'), env: ['PATH'] }), 'values of the variables that it is given'],
    [actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: {} }), 'whether the tool is still as it was described'],
  ])('of %j says that nobody has checked %s', (action, unchecked) => {
    expect(cardOf(action).unchecked).toContain(unchecked);
  });

  it.each([
    [
      { kind: 'external.change', system: 'bank', operation: 'pay', resource: 'ACME', amount: 12, currency: 'EUR', reversible: false },
      /12 EUR.*cannot/,
    ],
    [checkpointAction('ask: May I go on?'), /^lets the task go on at its checkpoint ask: May I go on\?$/],
    [{ kind: 'agent.invoke', agent_id: 'a', rights: [], depth: 1 }, /agent a act, 1 above it, with no rights/],
    [{ kind: 'schedule.create', template: {}, recurrence: '@daily' }, /again by @daily, as often as that is, without an end/],
    [{ kind: 'policy.change', revision: 3 }, /revision 3/],
    [{ kind: 'memory.delete', memory_id: 'm1' }, /deletes the memory m1/],
    [{ kind: 'memory.write', content_hash: 'a'.repeat(64), size: 3, scope: 'system' }, /saves a memory, 3 bytes, for every agent/],
    [{ kind: 'memory.write', memory_id: 'm1', restores: 2 }, /brings back version 2 of the memory m1/],
    [document, /^puts the document plan.md in, 5 bytes of text\/markdown with SHA-256 a{64}$/],
    [{ ...document, rereads: 'd1' }, /^reads the document d1, plan.md, once more from its original$/],
    [{ kind: 'file.write', path: '/repo/a', workspace_root: '/repo', change_hash: 'a'.repeat(64) }, /changes the file \/repo\/a$/],
  ])('says in words what %j does', (action, words) => {
    expect(cardOf(actionSchema.parse(action)).effects[0]).toMatch(words);
  });
});

it('a card of a document that takes the place of another one tells of both', () => {
  const replaces = { document_id: 'd1', size: 7, media_type: 'text/plain', sha256: 'b'.repeat(64) };
  const { effects, unchecked } = cardOf(actionSchema.parse({ ...document, replaces, warnings: ['It was sent as PDF.'] }));
  expect(effects.slice(1)).toEqual([
    `replaces the document d1, 7 bytes of text/plain with SHA-256 ${'b'.repeat(64)}`,
    'It was sent as PDF.',
  ]);
  expect(unchecked).toEqual(['what the document says: only its hash is known']);
});

describe('a title', () => {
  it('is one short line in which everything shows', () => {
    expect(titleOf(shellAction(`echo "a\u200b\n${'x'.repeat(500)}"`))).toMatch(/^echo "a\\u200b\\nx{180,}…$/);
    expect(titleOf(actionSchema.parse({ kind: 'memory.delete', memory_id: 'm1' }))).toBe('deletes the memory m1');
  });
});
