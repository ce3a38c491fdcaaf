import { expect, test } from 'vitest';
import { waitingText, welcomeText } from './welcome.ts';

const place = { baseUrl: 'http://localhost:8787', appUrl: 'http://localhost:8787', dataDir: '/data' };

test('a first start shows account and key, filled into lines that can be pasted', () => {
  const text = welcomeText({ ...place, firstAccount: { email: 'a@b.c', password: 'generated', apiKey: 'cairn_key' } });
  expect(text).toContain('MCP URL    http://localhost:8787/mcp');
  expect(text).toContain('claude mcp add --transport http cairn http://localhost:8787/mcp --header "Authorization: Bearer cairn_key"');
  expect(text).toContain('generated');
  const [cursor] = /\{\s+"mcpServers"[^]*?\n {2}\}/.exec(text) ?? [];
  expect(JSON.parse(cursor as string)).toEqual({
    mcpServers: { cairn: { url: 'http://localhost:8787/mcp', headers: { Authorization: 'Bearer cairn_key' } } },
  });
  const [call] = /\{"jsonrpc".*\}(?=')/.exec(text) ?? [];
  expect(JSON.parse(call as string)).toMatchObject({ method: 'tools/call', params: { name: 'save_memory' } });
});

test('what the operator set is not shown, and a later start shows no account', () => {
  const set = welcomeText({ ...place, firstAccount: { email: 'a@b.c' } });
  expect(set).toContain('as set in CAIRN_BOOTSTRAP_API_KEY');
  const later = welcomeText({ ...place, firstAccount: undefined });
  expect(later).not.toContain('First account');
  expect(later).toContain('<API_KEY>');
});

test('a start that waits names what for, and the setting to look at', () => {
  expect(waitingText({ queue: 'timeout' }, { hasRedis: true })).toContain('It waits for: queue (timeout; see REDIS_URL).');
  expect(waitingText({ database: 'read_only', queue: 'failed' }, { hasRedis: false })).toContain(
    'It waits for: database (read_only; see DATABASE_URL), queue (failed).',
  );
});
