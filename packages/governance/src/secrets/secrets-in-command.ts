import type { SeenCommand } from '../shell/script/scene.ts';
import { secretName } from './secret-names.ts';
import { isCount, isReference } from './secrets-in-text.ts';

/** An argument that is a secret, as the command's own words have it, and how it is introduced in the text, for finding it there. */
export interface SecretArgument {
  readonly value: string;
  /** What stands right before it: an option, `-p`, or `user:`; empty when nothing does. */
  readonly lead: string;
}

type Reader = (args: readonly string[]) => readonly SecretArgument[];

/** Secrets that programs take by place: `curl -u who:password`, `mysql -ppassword`, `echo password | sudo -S`. */
export function secretArguments(commands: readonly SeenCommand[]): readonly SecretArgument[] {
  const own = commands.flatMap(({ head, args }) => [
    ...((Object.hasOwn(readers, head) && readers[head]?.(args)) || []),
    ...named(args),
    ...inStore(args),
  ]);
  const piped = commands.some(readsPassword) ? commands.filter(({ head }) => head === 'echo' || head === 'printf').flatMap(shown) : [];
  return [...own, ...piped].filter(({ value }) => value !== '' && value !== '-' && !isReference(value));
}

/** Options that are named so, as the command's words have them, whatever quotes and lines they are spread over. */
const named: Reader = (args) =>
  args.flatMap((arg, at) => {
    const { option, name = '', value } = /^(?<option>-{1,2})(?<name>[A-Za-z][\w-]*)(?:=(?<value>.*))?$/s.exec(arg)?.groups ?? {};
    if (option === undefined || name.startsWith('no-') || secretName(name)?.isSure !== true) return [];
    const given = value ?? args[at + 1] ?? '';
    return given.startsWith('-') || isCount(name, given)
      ? []
      : [{ value: given, lead: value === undefined ? `${option}${name}` : `${option}${name}=` }];
  });

/** `-u value`, `-uvalue`, `--user value` and `--user=value`. */
function optionOf(args: readonly string[], names: readonly string[]): readonly SecretArgument[] {
  return args.flatMap((arg, at) => {
    const name = names.find((one) => arg === one || arg.startsWith(one.startsWith('--') ? `${one}=` : one));
    if (name === undefined) return [];
    if (arg === name) return [{ value: args[at + 1] ?? '', lead: name }];
    const lead = name.startsWith('--') ? `${name}=` : name;
    return [{ value: arg.slice(lead.length), lead }];
  });
}

const taking =
  (...names: readonly string[]): Reader =>
  (args) =>
    optionOf(args, names);

/** The part after a mark: `who:password`. */
const behind =
  (mark: string, ...names: readonly string[]): Reader =>
  (args) =>
    optionOf(args, names).flatMap(({ value }) => partAfter(value, mark));

function partAfter(text: string, mark: string): readonly SecretArgument[] {
  const at = text.indexOf(mark);
  return at < 0 ? [] : [{ value: text.slice(at + mark.length), lead: text.slice(0, at + mark.length) }];
}

const attachedTo =
  (lead: string): Reader =>
  (args) =>
    args.flatMap((arg) => (arg.startsWith(lead) && arg.length > lead.length ? [{ value: arg.slice(lead.length), lead }] : []));

const operand =
  (at: number): Reader =>
  (args) => {
    const operands = args.filter((arg) => !arg.startsWith('-'));
    return [{ value: operands[at] ?? '', lead: operands[at - 1] ?? '' }];
  };

const within =
  (step: string, reader: Reader): Reader =>
  (args) =>
    args.includes(step) ? reader(args) : [];

const both =
  (...all: readonly Reader[]): Reader =>
  (args) =>
    all.flatMap((reader) => reader(args));

const login = within('login', taking('-p'));
const mysql = attachedTo('-p');
const directory = taking('-w');
const archive = attachedTo('-p');
const mongo = taking('-p');
const web = both(behind(':', '-u', '--user', '-U', '--proxy-user'), behind('=', '-b', '--cookie'));

/** `-b file who password`, and `-nb who password`. */
const htpasswd: Reader = (args) => {
  const has = (letter: string): boolean => args.some((arg) => /^-[a-zA-Z]+$/.test(arg) && arg.includes(letter));
  return has('b') ? operand(has('n') ? 1 : 2)(args) : [];
};

/** `who/password@place` */
const sqlplus: Reader = (args) =>
  args.flatMap((arg) => {
    const value = /^[^/\s]+\/(?<secret>[^@\s]+)/.exec(arg)?.groups?.['secret'];
    return value === undefined ? [] : [{ value, lead: '/' }];
  });

const readers: Readonly<Record<string, Reader | undefined>> = Object.assign(Object.create(null), {
  curl: web,
  http: behind(':', '-a', '--auth'),
  https: behind(':', '-a', '--auth'),
  xh: behind(':', '-a', '--auth'),
  mysql,
  mysqldump: mysql,
  mysqladmin: mysql,
  mysqlimport: mysql,
  mariadb: mysql,
  'mariadb-dump': mysql,
  sshpass: taking('-p'),
  'redis-cli': taking('-a'),
  docker: login,
  podman: login,
  nerdctl: login,
  buildah: login,
  skopeo: both(login, behind(':', '--creds', '--src-creds', '--dest-creds')),
  helm: login,
  oras: login,
  crane: login,
  az: login,
  vault: within('login', operand(1)),
  ldapsearch: directory,
  ldapmodify: directory,
  ldapadd: directory,
  ldapdelete: directory,
  ldappasswd: both(directory, taking('-s', '-a')),
  zip: taking('-P'),
  unzip: taking('-P'),
  '7z': archive,
  '7za': archive,
  rar: archive,
  unrar: archive,
  smbclient: behind('%', '-U', '--user'),
  rpcclient: behind('%', '-U', '--user'),
  lftp: behind(',', '-u', '--user'),
  mongo,
  mongosh: mongo,
  mongodump: mongo,
  mongorestore: mongo,
  sqlcmd: taking('-P'),
  bcp: taking('-P'),
  openssl: both(attachedTo('pass:'), taking('-k', '-K')),
  htpasswd,
  sqlplus,
  xfreerdp: attachedTo('/p:'),
});

/** `secrets set NAME=value`, `create secret generic x --from-literal=name=value`, `secret set NAME --body value`. */
function inStore(args: readonly string[]): readonly SecretArgument[] {
  if (!args.some((arg) => /^secrets?(?::|$)|^config:set$/.test(arg))) return [];
  const pairs = args.flatMap((arg) => {
    const pair = /^(?:--from-literal=)?(?<name>[\w.-]+)=(?<value>.+)$/s.exec(arg)?.groups;
    return pair === undefined || arg.startsWith('--from-file') ? [] : [{ value: pair['value'] ?? '', lead: `${pair['name']}=` }];
  });
  return [...pairs, ...optionOf(args, ['-b', '--body', '--secret-string', '--data', '--value', '--literal'])];
}

/** Whether its standard input is a secret. */
export const readsPassword = ({ head, args }: SeenCommand): boolean =>
  head === 'chpasswd' ||
  (head === 'sudo' && args.some((arg) => /^-[a-zA-Z]*S/.test(arg) || arg === '--stdin')) ||
  args.some((arg) => /^--(?:password-stdin|with-token|stdin|passphrase-fd|password-fd)/.test(arg)) ||
  head === 'cryptsetup' ||
  (head === 'gh' && args[0] === 'secret') ||
  (head === 'wrangler' && args[0] === 'secret');

const shown = ({ args }: SeenCommand): readonly SecretArgument[] =>
  args
    .filter((arg) => !/^-[neE]+$/.test(arg) && !/^%[a-z](?:\\n)?$/.test(arg))
    .map((arg) => {
      const value = arg.replace(/\\n$/, '');
      const [pair] = /^[\w.-]+:/.test(value) ? partAfter(value, ':') : [];
      return pair ?? { value, lead: '' };
    });
