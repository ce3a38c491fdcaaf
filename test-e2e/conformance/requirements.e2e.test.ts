import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConformanceServer } from './conformance-server.ts';
import type { ConformanceServer } from './conformance-server.ts';
import { startCredentialProxy } from './credential-proxy.ts';
import { runSuite } from './run-suite.ts';

const expectedFailures = fileURLToPath(new URL('expected-failures.stateless.yml', import.meta.url));

describe.each([
  ['with sessions', true, []],
  ['without sessions', false, ['--expected-failures', expectedFailures]],
] as const)("the protocol's conformance suite, %s", (_title, sessions, baseline) => {
  let server: ConformanceServer;
  beforeAll(async () => {
    server = await startConformanceServer({ sessions });
  });
  afterAll(() => server.stop());

  test('meets the requirements of 2025-11-25', async () => {
    const { failure, passed } = await runSuite(server.url, ['--requirements', '2025-11-25', ...baseline]);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(60);
  });

  test('meets the requirements of 2026-07-28', async () => {
    const { failure, passed } = await runSuite(server.url, ['--requirements', '2026-07-28']);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(130);
  });
});

describe('scenarios that the suite does not score yet', () => {
  let server: ConformanceServer;
  beforeAll(async () => {
    server = await startConformanceServer({ sessions: true });
  });
  afterAll(() => server.stop());

  test.for([
    ['server-session-lifecycle', '2025-11-25'],
    ['server-sse-polling', '2025-11-25'],
    ['json-schema-2020-12', '2026-07-28'],
  ])('%s of %s', async ([scenario = '', revision = '']) => {
    const { failure, passed } = await runSuite(server.url, ['--scenario', scenario, '--spec-version', revision]);
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(1);
  });

  test('http-header-validation of 2026-07-28', async () => {
    const proxy = await startCredentialProxy(server);
    const args = ['--scenario', 'http-header-validation', '--spec-version', '2026-07-28'];
    const { failure, passed } = await runSuite(`http://127.0.0.1:${proxy.port}/mcp`, args).finally(() => proxy.stop());
    expect(failure).toBe('');
    expect(passed).toBeGreaterThan(10);
  });
});
