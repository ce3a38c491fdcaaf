import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConformanceServer } from './conformance-server.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { startCredentialProxy } from './credential-proxy.ts';
import { runSuite } from './run-suite.ts';

/** Starts a server before the tests of the enclosing block and stops it after them. */
function conformanceServer(options: Parameters<typeof startConformanceServer>[0]): () => ConformanceServer {
  let server: ConformanceServer;
  beforeAll(async () => {
    server = await startConformanceServer(options);
  });
  afterAll(() => server.stop());
  return () => server;
}

describe("the protocol's conformance suite, with sessions", () => {
  const server = conformanceServer({ sessions: true });

  test('meets the requirements of 2025-11-25', async () => {
    const { failure, passed } = await runSuite(server().url, ['--requirements', '2025-11-25']);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(75);
  });

  test('meets the requirements of 2026-07-28', async () => {
    const { failure, passed } = await runSuite(server().url, ['--requirements', '2026-07-28']);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(130);
  });

  test.for([
    ['server-session-lifecycle', '2025-11-25'],
    ['server-sse-polling', '2025-11-25'],
    ['json-schema-2020-12', '2026-07-28'],
  ])('passes %s of %s, which is not scored yet', async ([scenario = '', revision = '']) => {
    const { failure, passed } = await runSuite(server().url, ['--scenario', scenario, '--spec-version', revision]);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(1);
  });

  test('passes http-header-validation of 2026-07-28, which is not scored yet', async () => {
    const proxy = await startCredentialProxy(server());
    const args = ['--scenario', 'http-header-validation', '--spec-version', '2026-07-28'];
    const { failure, passed } = await runSuite(`http://127.0.0.1:${proxy.port}/mcp`, args).finally(() => proxy.stop());
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(10);
  });
});

describe("the protocol's conformance suite, without sessions", () => {
  const server = conformanceServer({ sessions: false });

  test('meets the requirements of 2025-11-25, but for those that need a session', async () => {
    const known = fileURLToPath(new URL('expected-failures.stateless.yml', import.meta.url));
    const { failure, passed } = await runSuite(server().url, ['--requirements', '2025-11-25', '--expected-failures', known]);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(60);
  });

  test('meets the requirements of 2026-07-28', async () => {
    const { failure, passed } = await runSuite(server().url, ['--requirements', '2026-07-28']);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(130);
  });
});
