import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { shellAction } from '../testing/verdicts.ts';
import { routesOf } from './routes.ts';

/** Whether an action is another way to one that was denied. */
const leadsTo = (denied: Action, asked: Action): boolean => {
  const does = new Set(routesOf(denied).does);
  return routesOf(asked).may.some((route) => does.has(route));
};

const commands = [
  'npm publish',
  'rm -rf dist',
  'echo x > notes.txt',
  'git push origin main',
  'curl https://h.example/x -o y',
  'kill 42',
  'cat /srv/secret.txt',
];

const document = {
  kind: 'knowledge.write',
  title: 'a',
  size: 1,
  media_type: 'text/plain',
  sha256: 'a'.repeat(64),
  replaces: { document_id: 'd', size: 1, media_type: 'text/plain', sha256: 'c'.repeat(64) },
};

describe('another way to what was denied', () => {
  it.each(commands)('is the same again: %s', (command) => {
    expect(leadsTo(shellAction(command), shellAction(command))).toBe(true);
  });

  it('is what holds it, in whatever it is wrapped or put together with', () => {
    const runners = ['', 'env X=1 ', 'nohup ', 'timeout 9 env '].map((words) => (command: string) => words + command);
    const shells = [(command: string) => command, (command: string) => `bash -c '${command}'`];
    const scripts = ['%', 'ls; %', '( % ) && pwd', 'cat notes.txt | %', 'if ls; then %; fi'];
    fc.assert(
      fc.property(
        fc.record({
          command: fc.constantFrom(...commands),
          runner: fc.constantFrom(...runners),
          inShell: fc.constantFrom(...shells),
          script: fc.constantFrom(...scripts),
        }),
        ({ command, runner, inShell, script }) => {
          const wrapped = script.replace('%', inShell(runner(command)));
          expect([wrapped, leadsTo(shellAction(command), shellAction(wrapped))]).toEqual([wrapped, true]);
        },
      ),
    );
  });

  const file = { kind: 'file.write', path: '/repo/notes.txt', workspace_root: '/repo', after_hash: 'a'.repeat(64), size: 1 };
  const call = (args: object) => ({ kind: 'mcp.call', server: 's', tool: 't', arguments: args });

  it.each([
    [file, { ...file, after_hash: 'b'.repeat(64) }],
    [file, shellAction('tee notes.txt')],
    [file, call({ path: '/repo/./notes.txt', text: 'x' })],
    [shellAction('rm notes.txt'), file],
    [shellAction('curl https://h.example/a'), call({ url: 'https://h.example/b' })],
    [shellAction('npm publish'), { kind: 'schedule.create', template: shellAction('npm publish'), recurrence: '@daily' }],
    [{ kind: 'knowledge.delete', document_id: 'd' }, document],
    [document, { ...document, title: 'b', replaces: undefined }],
    [call({ a: 1, b: 2 }), { ...call({ b: 2, a: 1 }), tool_schema_hash: 'a'.repeat(64) }],
  ])('of %j is %j', (denied, asked) => {
    expect(leadsTo(actionSchema.parse(denied), actionSchema.parse(asked))).toBe(true);
  });

  it.each([
    [
      'npm publish',
      [
        'yarn publish',
        'yarn npm publish',
        'pnpm -r publish',
        'npm pub',
        'npx npm publish',
        'bun publish',
        'npx semantic-release',
        'npm --registry https://r.example publish',
        'corepack yarn publish',
        `python3 -c "subprocess.run(['npm', 'publish'])"`,
        `node -e "require('child_process').execFileSync('npm', ['publish'])"`,
      ],
    ],
    ['cargo publish', ['cargo release patch']],
    [
      'twine upload dist/*',
      ['uv publish', 'poetry publish', 'hatch publish', 'flit publish', 'python -m twine upload x', 'uvx twine upload x'],
    ],
    ['gem push a.gem', ['bundle exec rake release']],
    ['docker push a', ['podman push a', 'docker image push a', 'docker buildx build --push .']],
    ['gh release create v1', ['gh release upload v1 a', 'goreleaser release']],
    [
      'rm -rf dist',
      [
        'unlink dist/a',
        'rm dist/*',
        'cd dist && rm a',
        'git clean -fdx',
        'rm -rf ./*',
        'mv dist /tmp/x',
        `python3 -c "shutil.rmtree('dist')"`,
        `python3 -c "p = 'dist/a'; os.remove(p)"`,
        `python3 - <<'E'\nimport os\nos.remove("dist/a")\nE`,
        `node -e "fs.rm('dist/a', () => {})"`,
        `perl -e 'unlink "dist/a"'`,
        `perl -e 'unlink qw(dist/a)'`,
        `ruby -e 'FileUtils.rm_rf %w[dist]'`,
      ],
    ],
    [`python3 -c "shutil.rmtree('dist')"`, ['rm -rf dist', 'find dist -delete']],
    ['echo x > k.txt', [`python3 -c "open('k.txt', 'w')"`, `perl -e 'open F, ">k.txt"'`, `node -e "fs.writeFileSync('k.txt', '')"`]],
  ] as const)('of %s are others that do the same', (denied, others) => {
    for (const other of others) expect([other, leadsTo(shellAction(denied), shellAction(other))]).toEqual([other, true]);
  });

  it.each([
    [shellAction('npm publish'), shellAction('pnpm build')],
    [shellAction('npm publish'), shellAction('docker push a')],
    [shellAction('docker push a'), shellAction('docker ps')],
    [shellAction('rm -rf dist'), shellAction('rm *.log')],
    [shellAction('rm -rf dist'), shellAction('touch dist/a')],
    [shellAction('rm -rf dist'), shellAction(`python3 -c "print(open('dist/a').read())"`)],
    [shellAction('rm dist/a'), shellAction('rm dist/b')],
    [shellAction('npm publish'), shellAction('npm test')],
    [shellAction('sudo npm publish'), shellAction('sudo systemctl status')],
    [shellAction('rm -rf dist'), shellAction('rm -rf build')],
    [shellAction('rm notes.txt'), shellAction('cat notes.txt')],
    [shellAction('echo x > notes.txt'), shellAction('echo x > other.txt')],
    [shellAction('git push origin main'), shellAction('git status')],
    [call({ a: 1 }), call({ a: 2 })],
    [
      { kind: 'memory.write', memory_id: 'm', restores: 1 },
      { kind: 'memory.write', memory_id: 'm', restores: 2 },
    ],
    [
      { kind: 'agent.invoke', agent_id: 'a', rights: [], depth: 0, task_hash: 'a'.repeat(64) },
      { kind: 'agent.invoke', agent_id: 'a', rights: [], depth: 0, task_hash: 'b'.repeat(64) },
    ],
    [document, { ...document, sha256: 'b'.repeat(64) }],
    [document, { kind: 'knowledge.delete', document_id: 'd' }],
    [file, shellAction('ls -la')],
  ])('of %j is not %j', (denied, asked) => {
    expect(leadsTo(actionSchema.parse(denied), actionSchema.parse(asked))).toBe(false);
  });
});
