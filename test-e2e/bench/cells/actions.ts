import type { BenchData } from '../data/bench-data.ts';
import { post } from '../load/requests.ts';
import type { Cell } from './cell.ts';

/** Names of the cells of decisions: what is decided, and that the goal is of. */
export const decisionCells = {
  allowed: 'POST /v1/actions, allowed',
  asking: 'POST /v1/actions, asking',
} as const;

/** Few agents ask at the same moment, and each waits for the answer. */
const askingAtOnce = 4;

const commands = {
  allowed: ['ls -la src', 'cat README.md | head -20', 'grep -rn TODO src', 'git_dir=x; pwd'],
  asking: ['npm publish', 'git push origin main', 'rm -rf dist', 'curl https://api.example.org/v1'],
} as const;

/** Decisions with their audit row over HTTP; those that ask join approvals that are there. */
export function actionCells({ saved }: BenchData): readonly Cell[] {
  return (['allowed', 'asking'] as const).map((kind) => ({
    name: decisionCells[kind],
    server: 'gateway',
    concurrency: askingAtOnce,
    requests: commands[kind].map((command) =>
      post('/v1/actions', {
        headers: { authorization: `Bearer ${saved.key}` },
        body: { action: { kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' }, agent_id: 'bench' },
      }),
    ),
  }));
}
