import { describe, expect, it } from 'vitest';
import { newRulesSchema } from './compile-policy.ts';

describe('the rules of a new revision', () => {
  const of = (lists: number, each: number) =>
    Array.from({ length: lists }, (_, at) => ({
      id: `r${at}`,
      effect: 'deny',
      when: { path: Array.from({ length: each }, (__, one) => `/repo/${one}/**`) },
      justification: 'test',
    }));

  it('list at most 5,000 patterns, names and kinds', () => {
    expect(newRulesSchema.safeParse(of(100, 50)).success).toBe(true);
    expect(newRulesSchema.safeParse([...of(100, 50), ...of(1, 1).map((rule) => ({ ...rule, id: 'more' }))]).error?.issues).toMatchObject([
      { message: 'must list at most 5000 patterns, names and kinds in all their conditions' },
    ]);
  });

  const met = (when: object) => newRulesSchema.safeParse([{ id: 'r', effect: 'deny', when, justification: 'test' }]);

  it.each<[object, string]>([
    [{ command: { head: ['git push'] } }, 'when.command.head.0'],
    [{ command: { head: ['/bin/rm'] } }, 'when.command.head.0'],
    [{ command: { head: ['r\u200bm'] } }, 'when.command.head.0'],
    [{ command: { flags: ['force'] } }, 'when.command.flags.0'],
    [{ path: ['/repo/a', 'src/**'] }, 'when.path.1'],
    [{ path: ['/repo/../srv/**'] }, 'when.path.0'],
    [{ path: ['/repo/infra/'] }, 'when.path.0'],
    [{ path: ['/repo//infra'] }, 'when.path.0'],
    [{ host: ['https://evil.example'] }, 'when.host.0'],
    [{ host: ['evil.example:443'] }, 'when.host.0'],
    [{ host: ['bücher.example'] }, 'when.host.0'],
    [{ kind: ['mcp.call'], command: { head: ['git'] } }, 'when.command'],
    [{ kind: ['shell.exec'], tool: ['send'] }, 'when.tool'],
    [{ kind: ['memory.write'], path: ['/repo/**'] }, 'when.path'],
    [{ kind: ['file.write'], host: ['evil.example'] }, 'when.host'],
    [{ kind: ['memory.write', 'knowledge.write'], effects: [{ kind: ['write'] }] }, 'when.effects'],
    [{ kind: ['mcp.call'], args: [{ path: '/arguments/~2', op: 'exists' }] }, 'when.args.0.path'],
    [{ kind: ['mcp.call'], provenance: { any_untrusted_in: ['/to', '/a~'] } }, 'when.provenance.any_untrusted_in.1'],
    [{ provenance: { any_untrusted_in: ['control', 'to'] } }, 'when.provenance.any_untrusted_in.1'],
    [{ provenance: { any_untrusted_in: ['arguments/to'] } }, 'when.provenance.any_untrusted_in.0'],
    [{ provenance: { any_untrusted_in: ['Control'] } }, 'when.provenance.any_untrusted_in.0'],
    [{ provenance: { any_untrusted_in: [' /to'] } }, 'when.provenance.any_untrusted_in.0'],
    [{ tool: ['send'], args: [{ path: '/to', op: 'eq', value: 'x' }] }, 'when.args.0.path'],
    [{ kind: ['mcp.call'], args: [{ path: '/argument/to', op: 'exists' }] }, 'when.args.0.path'],
    [{ args: [{ path: '/to', op: 'exists' }] }, 'when.args.0.path'],
    [{ kind: ['mcp.call'], sum: { path: '/amount', window_s: 60, max: 1 } }, 'when.sum.path'],
  ])('say what no action meets: %j', (when, place) => {
    expect(met(when).error?.issues.map(({ path }) => path.join('.'))).toEqual([`0.${place}`]);
  });

  it.each([
    ['to', '/to'],
    ['arguments/to', '/to'],
  ])('say how to write that an untrusted %s is meant', (path, right) => {
    expect(met({ provenance: { any_untrusted_in: [path] } }).error?.issues[0]?.message).toBe(
      `must be \`control\` or a JSON pointer into the arguments, such as "${right}"`,
    );
  });

  it('say how to write that an argument of a call is meant', () => {
    expect(met({ tool: ['send'], args: [{ path: '/to', op: 'exists' }] }).error?.issues[0]?.message).toBe(
      'must be a JSON pointer to what is in the action, such as "/arguments/to" for an argument of a call',
    );
  });

  it.each<[object]>([
    [{ provenance: { any_untrusted_in: ['/to', '/arguments/to', '*/to', 'control'] } }],
    [{ args: [{ path: '/amount', op: 'gt', value: 1 }], sum: { path: '/amount', window_s: 60, max: 1 } }],
    [{ tool: ['send'], args: [{ path: '/arguments/to', op: 'exists' }] }],
    [{ command: { head: ['git', 'np*'], flags: ['-f', '--force'] } }],
    [{ path: ['/', '/repo/**', '**/*.pem', '*'] }],
    [{ host: ['*.example', 'xn--bcher-kva.example', '::1', '10.*', '[::1]'] }],
    [{ kind: ['mcp.call', 'shell.exec'], tool: ['send'], command: { head: ['git'] } }],
  ])('are taken with what an action may meet: %j', (when) => {
    expect(met(when).error).toBeUndefined();
  });
});
