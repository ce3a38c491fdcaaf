import { quoted } from './quoted.ts';

const home = /^(?:~(?<user>[\w.][\w.-]*(?=\/|$))?[^/]*|\/*(?:\$HOME(?!\w)|\$\{HOME\})[^/]*)(?<rest>\/.*)?$/s;

/**
 * A path as a tool of an agent may take it: agents' clients put a home in the place of `~`, `~user`, `$HOME` and `${HOME}` at its start, so
 * that it begins with `~` then, and with nothing else does.
 */
export function namedPath(path: string): string {
  const groups = home.exec(path)?.groups;
  return groups === undefined ? path : `~${groups['user'] ?? ''}${groups['rest'] ?? ''}`;
}

/** The same as one word of a POSIX shell, which reads a home in it as one. */
export function pathWord(path: string): string {
  const named = namedPath(path);
  if (!named.startsWith('~')) return quoted(named);
  const [user = '', ...rest] = named.split('/');
  return rest.length === 0 ? user : `${user}/${quoted(rest.join('/'))}`;
}
