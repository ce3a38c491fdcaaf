import { domainToASCII } from 'node:url';
import { actionKinds, actionSchema } from '../actions/action.ts';
import type { ActionKind } from '../actions/action.ts';
import { hasHiddenCharacters } from '../shell/script/hidden-characters.ts';
import type { Conditions, Rule } from '../rules/rule.ts';

/** What can never hold, however an action is; where in the rule it stands. */
export interface Unmeetable {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Whoever writes a condition that no action meets believes to be guarded by it. */
export function unmeetableIn({ when }: Pick<Rule, 'when'>): readonly Unmeetable[] {
  return [
    ...eachOf(when.command?.head, ['command', 'head'], headFault),
    ...eachOf(when.command?.flags, ['command', 'flags'], flagFault),
    ...eachOf(when.path, ['path'], pathFault),
    ...eachOf(when.host, ['host'], hostFault),
    ...(when.args ?? []).flatMap(({ path }, at) => memberFault(path, when, ['args', at, 'path'])),
    ...(when.sum === undefined ? [] : memberFault(when.sum.path, when, ['sum', 'path'])),
    ...(when.provenance?.any_untrusted_in ?? []).flatMap((path, at) => argumentFault(path, ['provenance', 'any_untrusted_in', at])),
    ...kindFaults(when),
  ];
}

type Fault = (value: string) => string | undefined;

function eachOf(values: readonly string[] | undefined, place: readonly string[], fault: Fault): readonly Unmeetable[] {
  return (values ?? []).flatMap((value, at) => {
    const message = hasHiddenCharacters(value) ? 'holds characters that nobody sees' : fault(value);
    return message === undefined ? [] : [{ path: ['when', ...place, at], message }];
  });
}

const headFault: Fault = (head) =>
  /[\s/]/.test(head)
    ? `must be the name of a program alone, such as ${JSON.stringify(
        head
          .trim()
          .split(/[\s/]+/)
          .at(0) || 'git',
      )}`
    : undefined;

const flagFault: Fault = (flag) =>
  /^-[^\s=]+$/.test(flag) ? undefined : 'must be an option with its hyphens and without a value, such as --force';

const pathFault: Fault = (path) => {
  if (!/^[/*]/.test(path)) return 'must begin with / or *: paths are held against it whole';
  const segments = path.split('/').slice(1);
  return segments.some((one) => one === '.' || one === '..' || one === '') && path !== '/'
    ? 'must be canonical: without . and .., empty segments and a slash at the end'
    : undefined;
};

const hostFault: Fault = (host) => {
  const ascii = domainToASCII(host.replaceAll('*', 'a'));
  if (/[/@]/.test(host) || /^[^:]*:[0-9]*$/.test(host)) return 'must be a host alone, without scheme and port';
  return ascii !== '' && /[^ -~]/.test(host)
    ? `must be written as it is asked for, in ASCII${host.includes('*') ? '' : `: ${ascii}`}`
    : undefined;
};

/** By RFC 6901. */
function pointerFault(path: string, place: readonly (string | number)[]): readonly Unmeetable[] {
  if (!/~(?![01])/.test(path)) return [];
  return [{ path: ['when', ...place], message: 'must write ~ within a name as ~0 and / as ~1, as JSON pointers do' }];
}

/** A place in the arguments of a call, told from their root; `*` stands for any characters. */
function argumentFault(path: string, place: readonly (string | number)[]): readonly Unmeetable[] {
  if (path === 'control' || path.startsWith('*')) return [];
  const name = /^(?:\/?arguments\/)?(.*)$/s.exec(path)?.[1] ?? path;
  return path.startsWith('/')
    ? pointerFault(path, place)
    : [
        {
          path: ['when', ...place],
          message: `must be \`control\` or a JSON pointer into the arguments, such as ${JSON.stringify(`/${name}`)}`,
        },
      ];
}

/** A place in the action: its first step is a member of one of the kinds that the rule is about. */
function memberFault(path: string, when: Conditions, place: readonly (string | number)[]): readonly Unmeetable[] {
  const member = path.split('/')[1] ?? '';
  const isCall = when.tool !== undefined || when.server !== undefined || when.provenance !== undefined;
  const kinds = when.kind ?? (isCall ? ['mcp.call'] : actionKinds);
  if (kinds.some((kind) => membersOf.get(kind)?.has(member))) return pointerFault(path, place);
  const instead = kinds.includes('mcp.call') ? `, such as ${JSON.stringify(`/arguments${path}`)} for an argument of a call` : '';
  return [{ path: ['when', ...place], message: `must be a JSON pointer to what is in the action${instead}` }];
}

const membersOf: ReadonlyMap<ActionKind, ReadonlySet<string>> = new Map(
  actionSchema.options.map(({ shape }) => [shape.kind.value, new Set(Object.keys(shape))] as const),
);

/** Conditions that only these kinds of actions can meet. */
const only: readonly (readonly [keyof Conditions, ...ActionKind[]])[] = [
  ['command', 'shell.exec'],
  ['tool', 'mcp.call'],
  ['server', 'mcp.call'],
  ['provenance', 'mcp.call'],
  ['path', 'shell.exec', 'file.write'],
  ['host', 'shell.exec', 'mcp.call'],
  ['effects', 'shell.exec', 'file.write', 'mcp.call', 'policy.change'],
];

const kindFaults = (when: Conditions): readonly Unmeetable[] =>
  only.flatMap(([name, ...kinds]) =>
    when[name] === undefined || when.kind === undefined || when.kind.some((kind) => kinds.includes(kind))
      ? []
      : [{ path: ['when', name], message: `is only ever met by ${kinds.join(', ')}, which is not among the kinds of this rule` }],
  );
