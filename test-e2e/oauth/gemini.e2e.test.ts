import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { toolNames } from '../conformance/tool-names.ts';
import { mayIsolate, runLoopbackOnly } from './gemini/loopback-only.ts';
import type { Seen, Sight } from './gemini/use-and-cut-off.ts';

let seen: Seen;
beforeAll(async () => {
  const run = await runLoopbackOnly(fileURLToPath(new URL('gemini/use-and-cut-off.ts', import.meta.url)));
  if (run.code !== 0) throw new Error(`exit ${run.code}\n${run.stdout}\n${run.stderr}`);
  seen = JSON.parse(run.stdout.trimEnd().split('\n').at(-1) ?? '') as Seen;
});

const offered = ({ turn }: Sight): readonly string[] =>
  turn.tools.flatMap((name) => (name.startsWith('mcp_cairn_') ? [name.slice('mcp_cairn_'.length)] : []));

const succeeded = [expect.objectContaining({ output: expect.stringContaining('"success":true') })];

test('the Gemini CLI had no network but loopback, where the kernel allows that', () => {
  const others = seen.interfaces.filter((name) => name !== 'lo');
  expect(mayIsolate() ? others : []).toEqual([]);
});

test('the Gemini CLI is not let in before it signed in', () => {
  expect(seen.atFirst.list).toMatch(/cairn: .* - Disconnected/);
  expect(seen.atFirst.turn.tools).not.toEqual([]);
  expect(offered(seen.atFirst)).toEqual([]);
});

test('the Gemini CLI registers itself, asks for approval in the browser, and gives its model the tools', () => {
  expect(seen.signedIn).toContain("Successfully authenticated with MCP server 'cairn'");
  expect(seen.connected.list).toMatch(/cairn: .* - Connected/);
  expect(offered(seen.connected)).toEqual(toolNames);
  expect(seen.connected.turn.results).toEqual(succeeded);
});

test('the Gemini CLI is one connection in the list, cut off by its end', () => {
  expect(seen.connections.map(({ client }) => client.name)).toEqual(['Gemini CLI MCP Client']);
  expect(seen.revoked).toBe(204);
  expect(seen.cutOff.list).toMatch(/cairn: .* - Disconnected/);
  expect(offered(seen.cutOff)).toEqual([]);
});

test('the Gemini CLI connects again after it was cut off', () => {
  expect(seen.signedInAgain).toContain("Successfully authenticated with MCP server 'cairn'");
  expect(seen.connectedAgain.list).toMatch(/cairn: .* - Connected/);
  expect(offered(seen.connectedAgain)).toEqual(toolNames);
  expect(seen.connectedAgain.turn.results).toEqual(succeeded);
});
