const INTERVAL_MS = 200;

/**
 * Calls `onDeath` once when the npm or pnpm that runs this script is gone. It passes signals on by itself, but killed with
 * SIGKILL it cannot: then all that is left to see is that this process has another parent. The script line must `exec` this
 * process, so that its parent is the package manager and no shell between. Outside of a package manager's script nothing is
 * watched, since a program may well outlive the shell that started it.
 *
 * @param {() => void} onDeath
 * @returns {() => void} stops watching
 */
export function watchPackageManager(onDeath) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => {};
  const before = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === before) return;
    clearInterval(timer);
    onDeath();
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
