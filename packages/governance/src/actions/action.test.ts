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
