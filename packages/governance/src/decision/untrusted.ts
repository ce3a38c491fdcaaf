import type { ActionOf } from '../actions/action.ts';

const controlNames = new Set(
  [
    'to',
    'recipient',
    'recipients',
    'cc',
    'bcc',
    'address',
    'url',
    'uri',
    'endpoint',
    'webhook',
    'host',
    'domain',
    'path',
    'file',
    'filename',
  ].concat(
    [
      'directory',
      'dir',
      'folder',
      'query',
      'sql',
      'command',
      'cmd',
      'code',
      'script',
      'expression',
      'channel',
      'repo',
      'repository',
      'branch',
    ],
    ['account', 'iban', 'amount', 'id', 'user', 'role', 'tool', 'method'],
    ['email', 'emails', 'phone', 'phones', 'target', 'targets', 'destination', 'destinations', 'args', 'argv'],
  ),
);

/** Pointers of the untrusted arguments whose name says that they decide where or what is done; what holds one counts, too. */
export function untrustedControls({ untrusted = [], arguments: args }: ActionOf<'mcp.call'>): readonly string[] {
  return untrusted.flatMap(({ path }) => (path.split('/').some(isControl) || holdsControl(args, path) ? [path] : []));
}

/** `recipient_url` and `targetPath` are a url and a path. */
function isControl(name: string): boolean {
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.some((part) => controlNames.has(part));
}

function holdsControl(args: unknown, path: string): boolean {
  return namesBelow(args, path.split('/').slice(1)).some(isControl);
}

function namesBelow(value: unknown, [next, ...rest]: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (next !== undefined) return namesBelow(Object.entries(value).find(([name]) => name === next)?.[1], rest);
  return Object.entries(value).flatMap(([name, one]) => [...(Array.isArray(value) ? [] : [name]), ...namesBelow(one, [])]);
}
