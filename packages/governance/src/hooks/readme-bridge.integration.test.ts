import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** The command that the README gives to clients whose hooks are commands. */
async function bridge(): Promise<string> {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');
  const blocks = Array.from(readme.matchAll(/```sh\n(?<script>[^`]*)```/g), ({ groups }) => groups?.['script'] ?? '');
  return blocks.find((script) => script.includes('/v1/hooks/$1')) ?? '';
}

async function run(script: string): Promise<{ readonly code: unknown; readonly printed: string }> {
  const shell = spawn('sh', ['-c', script, 'hook.sh', 'codex'], {
    env: { ...process.env, no_proxy: '*', CAIRN_API_KEY: 'k' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  shell.stdin.on('error', () => undefined).end('{"hook_event_name":"PreToolUse"}');
  const closed = once(shell, 'close');
  return { printed: await text(shell.stdout), code: (await closed)[0] };
}

async function bridgedTo(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((request, response) => {
    const isRight = request.url === '/v1/hooks/codex';
    request.resume().on('end', () => response.writeHead(isRight ? status : 404, headers).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo;
    return await run((await bridge()).replace('http://localhost:8787', `http://127.0.0.1:${port}`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each(['{}', '{"hookSpecificOutput":{"hookEventName":"PreToolUse"}}', '{"permission":"ask"}'])(
  "the README's bridge hands on the answer %s",
  async (body) => {
    expect(await bridgedTo(200, body)).toEqual({ code: 0, printed: `${body}\n` });
  },
);

test.each([
  [200, ''],
  [200, '<!doctype html><p>Welcome'],
  [200, '{"ok":true}'],
  [200, 'null'],
  [204, ''],
  [302, ''],
  [308, '{}x'],
  [401, '{}'],
  [500, '{}'],
] as const)("the README's bridge blocks when %i is answered with %j", async (status, body) => {
  expect(await bridgedTo(status, body, { location: 'https://elsewhere.invalid/' })).toEqual({ code: 2, printed: '' });
});
