import { address } from './taking.ts';
import type { Taking } from './taking.ts';
import { words } from '../words.ts';

const each = (programs: string, taking: Taking): Readonly<Record<string, Taking>> =>
  Object.fromEntries(words(programs).map((program) => [program, taking]));

const none = (): readonly string[] => [];
const notNumber = (text: string): readonly string[] => (/^\d{1,5}$/.test(text) ? [] : address(text));

/** `host:/folder` and `//host/folder`. */
function share(text: string): readonly string[] {
  const host = /^(?<host>[^/:]+|\[[^\]]+\]):\/|^\/\/(?<other>[^/]+)/.exec(text)?.groups;
  return host === undefined ? [] : address(host['host'] ?? host['other'] ?? '');
}

/** `host`, `host:port`, `host/name`, several of them after commas; a name without any of that is that of a database, or a file. */
const seeds = (text: string): readonly string[] =>
  /[.:/]/.test(text) && !text.endsWith('.js') && !/:\/\//.test(text)
    ? text.split(',').flatMap((one) => address(one.replace(/^[\w-]+\/(?=[^,]*:\d)/, '')))
    : [];

/** Programs that speak to databases: the host is told by an option, in a connection string, or not at all. */
const databases = {
  ...each('mysql mariadb mysqldump mariadb-dump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlslap mycli', {
    operand: none,
    valued: 'uPDSe',
    beside: 'p',
    longs: words('user port database socket execute'),
    hosts: words('-h --host'),
  }),
  mysqlsh: {
    operand: (text: string) => (/[@:]/.test(text) ? address(text) : []),
    valued: 'uPDSef',
    beside: 'p',
    hosts: words('-h --host --uri'),
  },
  ...each(
    'psql pgcli pg_dump pg_dumpall pg_restore pg_isready pg_basebackup createdb dropdb createuser dropuser vacuumdb reindexdb pgbench',
    {
      operand: none,
      connections: true,
      valued: 'cfvUpFPRTLojntN',
      longs: words('command file variable username port field-separator output'),
      hosts: words('-h --host'),
    },
  ),
  ...each('mongosh mongo mongodump mongorestore mongoexport mongoimport mongostat mongotop', {
    operand: (text, at) => (at === 0 ? seeds(text) : []),
    valued: 'updc',
    longs: words('username password port eval authenticationDatabase db collection out file'),
    hosts: words('-h --host'),
  }),
  ...each('redis-cli redis-benchmark valkey-cli keydb-cli', {
    operand: (text) => (/:\d{1,5}$/.test(text) ? address(text) : []),
    valued: 'panriusDX',
    longs: words('user pass'),
    hosts: words('-h'),
  }),
  'clickhouse-client': { operand: none, valued: 'uqd', hosts: words('-h --host') },
  influx: { operand: none, hosts: words('-host --host') },
  ...each('etcdctl consul vault cockroach', { operand: none, hosts: words('--endpoints -http-addr -address --host --server') }),
  ...each('kafkacat kcat', { operand: none, valued: 'tpoXcf', hosts: words('-b') }),
  cqlsh: { operand: (text: string, at: number) => (at === 0 ? address(text) : []), valued: 'upefk' },
  sqlcmd: { operand: none, valued: 'UPdQqiot', hosts: words('-S') },
  ...each('ldapsearch ldapadd ldapmodify ldapwhoami', { operand: none, valued: 'bDwyfps', hosts: words('-h -H') }),
  ...each('mosquitto_pub mosquitto_sub', { operand: none, valued: 'tmpuPiqf', hosts: words('-h --host -L --url') }),
};

/** The place of a package: a name with a dot before the first slash. */
const modulePath = (text: string): readonly string[] =>
  /^[\w-]+(?:\.[\w-]+)+(?=[/@]|$)/.test(text) ? address(text.replace(/@.*$/, '')) : [];

/** Operations of go that fetch what is named. */
const fetching = new Set(words('get install download'));

/** Programs that fetch packages from where their names say. */
const packages = {
  go: {
    operand: (text: string, _at: number, before: readonly string[]) =>
      before.some((one) => fetching.has(one)) || (before.includes('run') && /@[\w.-]+$/.test(text)) ? modulePath(text) : [],
    valued: 'oCp',
    longs: words('ldflags gcflags tags mod'),
    besides: words('proxy.golang.org sum.golang.org'),
  },
  ...each('docker podman nerdctl crane regctl oras buildah', {
    operand: (text: string, _at: number, before: readonly string[]) =>
      /^(?:[\w-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+)\//.test(text) || before.at(-1) === 'login' || before.at(-1) === 'logout'
        ? address(text)
        : [],
    hosts: words('-H --host'),
  }),
};

/** Programs that look at other machines, or copy keys to them. */
const probes = {
  ...each('ping6 traceroute6 tracepath mtr fping arping showmount rpcinfo vncviewer rdesktop', { operand: notNumber }),
  ...each('snmpwalk snmpget snmpset', {
    operand: (text) => (/[.:]/.test(text) && !/^[\d.]+$/.test(text) ? address(text) : []),
    valued: 'clauAxXvnO',
  }),
  ...each('mount mount.nfs mount.cifs', { operand: share, valued: 'toL' }),
  ...each('xfreerdp wlfreerdp', { operand: (text) => (text.startsWith('/v:') ? address(text.slice(3)) : []) }),
  ipmitool: { operand: none, valued: 'UPIpLfk', hosts: words('-H') },
  swaks: { operand: none, valued: 'stfp', hosts: words('-s --server') },
  msmtp: { operand: none, hosts: words('--host') },
  ...each('nmap masscan', { operand: notNumber, valued: 'pgeDSTo', longs: words('script script-args min-rate max-rate') }),
  'ssh-keyscan': { operand: notNumber, valued: 'fpTt' },
  'ssh-copy-id': { operand: address, valued: 'iptFo' },
  smbclient: { operand: (text: string, at: number) => (at === 0 ? address(text) : []), valued: 'UWcDIp', hosts: words('-I') },
};

/** How programs take hosts beside those of the web. Those that name none may speak to the machine that they are on. */
export const clientTakings: Readonly<Record<string, Taking>> = { ...databases, ...packages, ...probes };
