const where = { workspace_root: '/repo' };

/** An action of each kind, to begin from. */
export const sampleActions: Readonly<Record<string, object>> = {
  'shell.exec': { kind: 'shell.exec', command: 'npm publish', cwd: '/repo', ...where },
  'file.write': { kind: 'file.write', path: '/repo/src/index.ts', ...where, after_hash: '0'.repeat(64), size: 1024 },
  'mcp.call': {
    kind: 'mcp.call',
    server: 'mail',
    tool: 'send',
    arguments: { to: 'ada@example.org', text: 'Hello' },
    untrusted: [{ path: '/to', source: 'web' }],
  },
  'external.change': {
    kind: 'external.change',
    system: 'bank',
    operation: 'pay',
    resource: 'invoice 17',
    amount: 120,
    currency: 'EUR',
    reversible: false,
  },
  'schedule.create': {
    kind: 'schedule.create',
    template: { kind: 'shell.exec', command: 'ls', cwd: '/repo', ...where },
    recurrence: '0 6 * * *',
    max_runs: 30,
  },
  'agent.invoke': { kind: 'agent.invoke', agent_id: 'researcher', rights: ['read'], depth: 1 },
  'memory.write': { kind: 'memory.write', size: 64, content_hash: '0'.repeat(64) },
  'memory.delete': { kind: 'memory.delete', memory_id: '00000000-0000-7000-8000-000000000000' },
  'knowledge.write': { kind: 'knowledge.write', title: 'handbook.md', size: 1024, media_type: 'text/markdown', sha256: '0'.repeat(64) },
  'knowledge.delete': { kind: 'knowledge.delete', document_id: '00000000-0000-7000-8000-000000000000' },
  'policy.change': { kind: 'policy.change', revision: 1 },
};
