import { hostsInConnection } from '../shell/hosts/connection-string.ts';
import { hostOfUrl, listed } from '../shell/hosts/host-of-url.ts';

/** Hosts among the arguments of a call. */
export interface Addresses {
  /** Of what begins as an address, and of whatever is given by the name of one. */
  readonly hosts: readonly string[];
  /** Of what looks like a host with a port, by whatever name it is given. */
  readonly likeHosts: readonly string[];
  /** Of addresses within a text, and of what is written as one without a scheme: for rules that do not allow. */
  readonly nearHosts: readonly string[];
}

export function addressesIn(args: unknown): Addresses {
  const found = { hosts: new Set<string>(), likeHosts: new Set<string>(), nearHosts: new Set<string>() };
  look(args, '', found);
  const others = (some: ReadonlySet<string>): readonly string[] => [...some].filter((host) => !found.hosts.has(host));
  return { hosts: [...found.hosts], likeHosts: others(found.likeHosts), nearHosts: others(found.nearHosts) };
}

interface Found {
  readonly hosts: Set<string>;
  readonly likeHosts: Set<string>;
  readonly nearHosts: Set<string>;
}

function look(value: unknown, name: string, found: Found): void {
  if (typeof value === 'string') return lookAt(value, name, found);
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) return Object.entries(value).forEach(([key, one]) => look(one, key, found));
  const list: readonly unknown[] = value;
  for (const [at, one] of list.entries()) {
    look(one, name, found);
    // A list may be the words of a command.
    const option = list[at - 1];
    if (typeof one === 'string' && typeof option === 'string' && /^-{1,2}[a-z]/i.test(option)) lookAt(one, option, found);
  }
}

/** A text, and what is given in it as `--name=text`, and in that. */
function lookAt(text: string, name: string, found: Found): void {
  noteWithin(text, found);
  let given: Given = { name, value: text.replaceAll(/[\t\n\r]/g, '').trim() };
  for (let level = 0; ; level++) {
    note(given.value, given.name, found);
    const next = optionIn(given.value);
    if (next === undefined) return;
    given = level < mostNested ? next : innermost(next);
  }
}

interface Given {
  readonly name: string;
  readonly value: string;
}

/** Options within one another that are all looked at; of more, the innermost. */
const mostNested = 8;

function optionIn(text: string): Given | undefined {
  const groups = /^-{0,2}(?<name>[a-z][\w-]*)=(?<value>\S+)$/i.exec(text)?.groups;
  return groups?.['name'] === undefined || groups['value'] === undefined ? undefined : { name: groups['name'], value: groups['value'] };
}

function innermost({ name, value }: Given): Given {
  const option = /-{0,2}([a-z][\w-]*)=(?=\S)/iy;
  let inner = name;
  let at = 0;
  for (let found = option.exec(value); found !== null; found = option.exec(value)) {
    inner = found[1] ?? inner;
    at = option.lastIndex;
  }
  return { name: inner, value: value.slice(at) };
}

/** Every address with a scheme, wherever in the text it stands. */
function noteWithin(text: string, { nearHosts }: Found): void {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const [rest] = /^[^\s"'`<>()[\]{}|\\,;]+|^\[[\da-f:.]+\]/i.exec(text.slice(at + 3, at + 3 + longest)) ?? [];
    if (rest !== undefined) for (const one of listed(hostOfUrl(`http://${rest}`))) nearHosts.add(one);
  }
}

/** Characters of an address within a text that are looked at; a host has fewer. */
const longest = 1024;

function note(seen: string, name: string, { hosts, likeHosts, nearHosts }: Found): void {
  if (isAddress(seen, name)) for (const host of listed(hostOfUrl(seen))) hosts.add(host);
  if (namesConnection.test(name)) for (const host of hostsInConnection(seen)) hosts.add(host);
  if (withPort.test(seen)) for (const host of listed(hostOfUrl(seen))) likeHosts.add(host);
  const bare = nearHost.exec(seen)?.groups?.['host'];
  if (bare !== undefined) for (const host of listed(hostOfUrl(bare))) nearHosts.add(host);
}

function isAddress(seen: string, name: string): boolean {
  if (/^(?:[a-z][a-z0-9+.-]*:[/\\]{2}|(?:https?|wss?|ftp):\S)/i.test(seen)) return true;
  return seen !== '' && (namesAddress.test(name) || (namesPeer.test(name) && likeHost.test(seen)));
}

const namesAddress =
  /(?:^|[_-])(?:ur[il]s?|href|endpoints?|webhooks?|hosts?|hostnames?|domains?)$|[a-z](?:Ur[il]s?|URLs?|URIs?|Hosts?|Hostnames?|Endpoints?)$/i;

/** Names of what may be a host or something else: it has to look like one. */
const namesPeer =
  /(?:^|[_-]|[a-z](?=[A-Z]))(?:prox(?:y|ies)|registr(?:y|ies)|servers?|peers?|remotes?|upstreams?|gateways?|nameservers?|resolvers?|dns|brokers?|mirrors?|origins?|addr(?:s|ess|esses)?|ips?)$/i;

const namesConnection = /(?:^|[_-]|[a-z](?=[A-Z]))(?:dsn|connection|conn(?:ection)?[_-]?(?:str|string|info))$|[a-z]ConnectionString$/i;

const host = String.raw`(?:\[[\da-f:.]+\]|localhost|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\.?)`;
const likeHost = new RegExp(String.raw`^(?:[^\s@/]+@)?${host}(?::\d{1,5})?(?:[/?#]\S*)?$`, 'iu');
/** Such as `//host/path`, `host/path`, `host:port` and `user@host:path`. */
const nearHost = new RegExp(String.raw`^(?:\/\/)?(?:[^\s@/]+@)?(?<host>${host})(?=[:/])`, 'iu');
const withPort = new RegExp(String.raw`^(?:[^\s@/]+@)?${host}:\d{1,5}(?:[/?#]\S*)?$`, 'iu');
