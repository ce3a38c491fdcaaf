/** Files whose writing the profile "standard" denies in `/repo`, however it is asked for. */
export const bypassWrites: readonly string[] = [
  '/repo/.git/hooks/pre-commit',
  '/repo/.git/config',
  '/repo/src/../.git/hooks/post-checkout',
  '/repo/.claude/settings.json',
  '/repo/.cursor/hooks.json',
  '/repo/../etc/cron.d/x',
  '/repo/../root/.bashrc',
  '/root/.ssh/authorized_keys',
  '/home/ada/.bashrc',
  '/home/ada/.codex/config.toml',
  '/etc/sudoers',
  '/etc//passwd',
  '/repo/a\u202e.ts',
];
