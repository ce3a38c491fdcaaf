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
  const labelled = new Set(untrusted.map(({ path }) => path));
  const holding = new Set<string>();
  if (labelled.size > 0) noteHolding(args, '', (pointer) => holding.add(pointer));
  return [...labelled].filter((path) => holding.has(path) || path.split('/').some(isControl));
}

/** `recipient_url` and `targetPath` are a url and a path. */
function isControl(name: string): boolean {
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return parts.some((part) => controlNames.has(part));
}

/** Notes every place below which such a name stands, in one walk. Whether there is one below this place. */
function noteHolding(value: unknown, pointer: string, note: (pointer: string) => unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isNamed = !Array.isArray(value);
  let holds = false;
  for (const [name, one] of Object.entries(value)) {
    const isBelow = noteHolding(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, note);
    holds = isBelow || (isNamed && isControl(name)) || holds;
  }
  if (holds) note(pointer);
  return holds;
}
