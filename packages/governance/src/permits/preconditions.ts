import type { Action, ActionOf } from '../actions/action.ts';
import { factsOf } from '../decision/facts.ts';
import { canonicalPath, isWithin } from '../shell/places/path.ts';

/** What a permit may ask to be checked. */
export const preconditionKinds = ['realpath_within', 'file_unchanged', 'git_without_programs', 'clean_shell'] as const;

/**
 * What only the executor can see. It checks each right before it begins and does not begin when one does not hold: the permit is lost
 * then and the action is asked for again.
 */
export type Precondition =
  /** The path, with all links followed, is in the root. */
  | { readonly check: 'realpath_within'; readonly path: string; readonly root: string }
  /** The file has that hash; null: it is as it was when the permit was asked for, or as absent. */
  | { readonly check: 'file_unchanged'; readonly path: string; readonly sha256: string | null }
  /** The repository's settings name no hooks, fsmonitor, aliases or other programs that git would run. */
  | { readonly check: 'git_without_programs'; readonly directory: string }
  /** It is run by `bash --noprofile --norc -c`, with no more of the environment than was asked for. */
  | { readonly check: 'clean_shell'; readonly env: readonly string[] };

/** At most so many; a command that touches more files than that is checked by its directories. */
const maxPaths = 128;

export function preconditionsOf(action: Action): readonly Precondition[] {
  if (action.kind === 'shell.exec') return ofCommand(action);
  return action.kind === 'file.write' ? ofFile(action) : [];
}

function ofFile({ path, workspace_root: root, before_hash: before }: ActionOf<'file.write'>): readonly Precondition[] {
  const canonical = canonicalPath(path, undefined) ?? path;
  return [
    ...(isWithin(canonical, rootOf(root)) ? [{ check: 'realpath_within', path: canonical, root } as const] : []),
    { check: 'file_unchanged', path: canonical, sha256: before ?? null },
  ];
}

function ofCommand(action: ActionOf<'shell.exec'>): readonly Precondition[] {
  const { cwd, workspace_root: root, env = [], files = [] } = action;
  const { effects, commands } = factsOf(action);
  const inside = effects.flatMap(({ target, place }) => (place === 'workspace' ? [target] : []));
  const run = effects.flatMap(({ kind, target, origin }) =>
    kind === 'exec' && origin === 'file' && /^[/~]/.test(target) && !target.includes('*') ? [target] : [],
  );
  const locks = commands.flatMap(({ head }) =>
    ((Object.hasOwn(lockFiles, head) && lockFiles[head]) || []).map((name) => canonicalPath(name, cwd) ?? name),
  );
  const given = new Map(files.map(({ path, sha256 }) => [canonicalPath(path, undefined) ?? path, sha256]));
  const unchanged = new Set([...given.keys(), ...run, ...locks]);
  return [
    { check: 'clean_shell', env: env.toSorted() },
    ...unique([cwd, ...inside, ...[...unchanged].filter((path) => isWithin(path, rootOf(root)))])
      .slice(0, maxPaths)
      .map((path) => ({ check: 'realpath_within', path, root }) as const),
    ...[...unchanged].map((path) => ({ check: 'file_unchanged', path, sha256: given.get(path) ?? null }) as const),
    ...(commands.some(({ head }) => head === 'git') ? [{ check: 'git_without_programs', directory: cwd } as const] : []),
  ];
}

const rootOf = (root: string): string => canonicalPath(root, undefined) ?? root;

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];

/** Files that decide what these programs fetch and run. */
const lockFiles: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json', 'package-lock.json'],
  npx: ['package.json', 'package-lock.json'],
  pnpm: ['package.json', 'pnpm-lock.yaml'],
  yarn: ['package.json', 'yarn.lock'],
  bun: ['package.json', 'bun.lock'],
  make: ['Makefile'],
  cargo: ['Cargo.toml', 'Cargo.lock'],
  go: ['go.mod', 'go.sum'],
  bundle: ['Gemfile', 'Gemfile.lock'],
  composer: ['composer.json', 'composer.lock'],
  poetry: ['pyproject.toml', 'poetry.lock'],
  uv: ['pyproject.toml', 'uv.lock'],
};
