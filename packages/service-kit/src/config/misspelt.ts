import { commonNames, settingNames } from './known-settings.ts';
import type { Environment } from './read-env.ts';

const prefix = 'CAIRN_';
const known: ReadonlySet<string> = new Set(settingNames);

/**
 * Names that others use beside a service: the examples for Docker, clients and hooks, the project's tests, and what Kubernetes tells every
 * container of each service there is.
 */
const ofOthers =
  /^CAIRN_(?:DOMAIN|SERVICE_PASSWORD|API_KEY|AUTHORIZATION|REQUIRE_AUDIT|(?:TEST|FUZZ)_.+|(?:\w+_)?SERVICE_(?:HOST|PORT(?:_\w+)?)|(?:\w+_)?PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;

/** What Kubernetes gives as `CAIRN_GATEWAY_PORT`; nobody sets such a value by hand. */
const isAddressOfService = (name: string, value: string): boolean => name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);

/** A line for each variable of an environment that looks like a setting of Cairn and is none, with the name that is nearest to it. */
export function misspeltSettings(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!/^CAIRN_\w{1,80}$/.test(name) || known.has(name) || ofOthers.test(name) || isAddressOfService(name, value ?? '')) return [];
    const near = nearest(name);
    return [`${name} is no setting of Cairn and changes nothing${near === undefined ? '' : `; did you mean ${near}?`}`];
  });
}

/** Each name that may be meant, as it is and without the prefix. */
const candidates = [
  ...commonNames.map((setting) => ({ setting, bare: setting })),
  ...settingNames.map((setting) => ({ setting, bare: setting.slice(prefix.length) })),
];

/** Beside the prefix, which some settings do not have; undefined when more than two fifths of it would have to be another. */
function nearest(name: string): string | undefined {
  const given = name.toUpperCase().slice(prefix.length);
  if (given.startsWith('OTEL_')) return given;
  const [best] = candidates
    .map(({ setting, bare }) => ({ setting, share: editsBetween(given, bare) / Math.max(given.length, bare.length) }))
    .toSorted((a, b) => a.share - b.share);
  return best !== undefined && best.share <= 0.4 ? best.setting : undefined;
}

/** Letters to add, leave out or exchange. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of from.split('').entries()) {
    const next = [line + 1];
    for (const [at, other] of to.split('').entries()) {
      next.push(Math.min((row[at] ?? 0) + (letter === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
