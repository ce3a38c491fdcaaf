import { describe, expect, it } from 'vitest';
import { actionSchema, toolNameOf } from './action.ts';

const named = (tool: string, server = 'mail') => toolNameOf(actionSchema.parse({ kind: 'mcp.call', server, tool, arguments: {} }));

describe('the name that calls of a tool are counted by', () => {
  it.each(['Send', 'SEND', 'send ', 'se\u200Bnd', '\uFF53end', 's\u00E9nd'])('is that of send for %j', (tool) => {
    expect(named(tool, 'Mail')).toBe(named('send'));
  });

  it('is another one of another tool, and of another server', () => {
    expect(new Set([named('send'), named('sent'), named('send', 'post')]).size).toBe(3);
  });
});

describe('a label on an argument that nobody vouches for', () => {
  const labelled = (path: string, args: object) =>
    actionSchema
      .safeParse({ kind: 'mcp.call', server: 's', tool: 't', arguments: args, untrusted: [{ path, source: 'web' }] })
      .error?.issues.map(({ message }) => message);

  it.each(['to', 'arguments/to', '', '/', '/arguments/to', '/To', '/to '])('is refused where it names none: %j', (path) => {
    expect(labelled(path, { to: 'x' })).toHaveLength(1);
  });

  it('is refused where it names one from the action, with what it is called', () => {
    const message = 'must name one of the arguments, by a pointer into them: /to';
    expect(labelled('/arguments/to', { to: 'x' })).toEqual([message]);
    expect(labelled('/arguments/to', { to: 'x', arguments: {} })).toEqual([message]);
  });

  it('is taken where it names one', () => {
    expect(labelled('/to', { to: 'x' })).toBeUndefined();
    expect(labelled('/arguments/to', { to: 'x', arguments: { to: 'y' } })).toBeUndefined();
  });
});
