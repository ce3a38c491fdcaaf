import type { Action, ActionOf } from '../actions/action.ts';
import type { Acting } from '../actions/action-digest.ts';
import type { History } from '../rules/history.ts';
import { valueAt } from '../rules/json-pointer.ts';
import { fitsAny } from '../rules/pattern.ts';
import { riskLevels } from '../rules/rule.ts';
import type { ArgCondition, Conditions, EffectPattern, Rule } from '../rules/rule.ts';
import type { Work } from '../rules/work.ts';
import type { Effect } from '../shell/effect.ts';
import { unknownHost } from '../shell/hosts/host-of-url.ts';
import { amountOf } from './amount.ts';
import type { Facts } from './facts.ts';
import { isFlag } from './flag.ts';
import { isWithinHours } from './hours.ts';
import { isServer, isTool } from './names.ts';
import { nearKey, nearPatterns } from './near.ts';
import { isPath } from './path.ts';
import { nearAt, readingAt } from './readings.ts';

/** What an action is decided on besides itself. */
export interface Circumstances {
  readonly acting: Acting;
  readonly history: History;
  readonly now: Date;
}

/** One condition of a rule held against an action. */
export interface Clause {
  /** As in the rule: `effects`, `command.head`. */
  readonly clause: string;
  readonly holds: boolean;
  /** What it holds for, in short; absent when it does not. */
  readonly matched?: string;
  /** Where in the action or what is known of it that is. */
  readonly valueRef: string;
}

type Check = (conditions: Conditions, against: Against) => Omit<Clause, 'clause'> | undefined;

/** What the conditions of a rule are held against. */
export interface Against extends Circumstances {
  readonly facts: Facts;
  /** Whether a condition on several things must be met by each of them. */
  readonly each: boolean;
  readonly work: Work;
}

/**
 * The conditions of a rule. When `each` is not asked for and one does not hold, only that much is told: what is missing matters for rules
 * that allow.
 */
export function clausesOf({ when }: Rule, against: Against): readonly Clause[] {
  const clauses: Clause[] = [];
  for (const [clause, check] of checksOf(when)) {
    const outcome = check(when, against);
    if (outcome === undefined) continue;
    if (!outcome.holds && !against.each) return unmet;
    clauses.push({ clause, ...outcome });
  }
  return clauses;
}

const unmet: readonly Clause[] = [{ clause: '', holds: false, valueRef: '' }];

/** The checks that a rule's conditions need; rules do not change, so they are picked once. */
function checksOf(when: Conditions): readonly (readonly [string, Check])[] {
  const known = picked.get(when);
  if (known !== undefined) return known;
  const own = Object.entries(checks).filter(([clause]) => Object.hasOwn(when, clause.split('.')[0] ?? clause));
  picked.set(when, own);
  return own;
}

const picked = new WeakMap<Conditions, readonly (readonly [string, Check])[]>();

const checks: Readonly<Record<string, Check>> = {
  kind: ({ kind }, { facts }) => kind && oneOf(facts.action.kind, kind, '/kind'),
  tool: ({ tool }, { facts, each }) => tool && ofCall(facts, '/tool', (call) => [isTool(call, tool, { each }), call.tool]),
  server: ({ server: servers, tool: tools }, { facts, each }) =>
    servers && ofCall(facts, '/server', (call) => [isServer(call, { servers, tools }, { each }), call.server]),
  agent: ({ agent }, { acting }) => agent && patternsOn(acting.agentId, agent, 'agent'),
  credential: ({ credential }, { acting }) =>
    credential &&
    yes(acting.credentialKind !== undefined && credential.includes(acting.credentialKind), acting.credentialKind ?? '', 'credential'),
  user: ({ user }, { acting }) => user && patternsOn(acting.userId, user, 'user'),
  args: ({ args }, against) => args && allArgs(args, against),
  effects: ({ effects }, { facts, each }) =>
    effects &&
    several(facts.effects, {
      fit: (effect) => effects.some((pattern) => hasEffect(effect, pattern)),
      each,
      show: showEffect,
      ref: 'effects',
    }),
  'command.head': ({ command }, { facts, each }) =>
    command?.head &&
    several(facts.commands, { fit: ({ head }) => fitsAny(head, command.head ?? []), each, show: ({ head }) => head, ref: 'commands' }),
  'command.flags': ({ command }, { facts, each }) =>
    command?.flags &&
    several(facts.commands, {
      fit: ({ flags }) => command.flags?.some((flag) => flags.some((given) => isFlag(given, flag, { each }))) === true,
      each,
      show: ({ head }) => head,
      ref: 'commands',
    }),
  'command.alone': ({ command }, { facts, each }) => (command !== undefined && each ? alone(command.head, facts) : undefined),
  path: ({ path }, { facts, each, work }) =>
    path && several(facts.paths, { fit: (one) => isPath(one, path, { each, work }), each, show: String, ref: 'paths' }),
  host: ({ host }, { facts, each }) =>
    host &&
    several(hostsOf(facts, each), {
      fit: ({ name, isNear }) => fitsAny(name, isNear ? host.filter(isNamed) : host) || (!each && !isNear && name === unknownHost),
      each,
      show: ({ name }) => name,
      ref: 'hosts',
    }),
  provenance: ({ provenance }, { facts, work }) => provenance && untrustedIn(provenance.any_untrusted_in, facts, work),
  risk: ({ risk }, { facts }) =>
    risk && yes(riskLevels.indexOf(facts.risk.level) >= riskLevels.indexOf(risk.gte), facts.risk.level, 'risk'),
  time: ({ time }, { now }) => time && yes(isWithinHours(now, time), now.toISOString(), 'time'),
  rate: ({ rate }, { history }) => rate && overMost(history.count(rate.key, rate.window_s) + 1, rate.max, 'history'),
  sum: ({ sum }, { history, facts }) =>
    sum && overMost(history.sum(sum.path, sum.window_s) + amountOf(valueAt(facts.action, sum.path)), sum.max, sum.path),
  after: ({ after }, { history }) => after && yes(history.happened(after.event, after.within_s), after.event, 'history'),
};

const yes = (holds: boolean, matched: string, valueRef: string) => (holds ? { holds, matched, valueRef } : { holds, valueRef });
const oneOf = (value: string, wanted: readonly string[], ref: string) => yes(wanted.includes(value), value, ref);
const overMost = (value: number, max: number, ref: string) => yes(value > max, String(value), ref);

const patternsOn = (value: string | undefined, wanted: readonly string[], ref: string) =>
  yes(value !== undefined && fitsAny(value, wanted), value ?? '', ref);

/** What holds for a call of a tool; no other action has one. */
function ofCall({ action }: Facts, ref: string, check: (call: ActionOf<'mcp.call'>) => readonly [holds: boolean, matched: string]) {
  const [holds, matched] = action.kind === 'mcp.call' ? check(action) : [false, ''];
  return yes(holds, matched, ref);
}

/**
 * Whether an action does nothing beside what its commands do, in a rule that allows commands by name: what redirects, assignments and
 * definitions around them do is not theirs, and a program that is called by a path, or by another spelling, is not the one of that name;
 * nor is what runs by the settings of a directory elsewhere.
 */
function alone(heads: readonly string[] | undefined, { commands, effects }: Facts) {
  const names = new Set(commands.map(({ head }) => head));
  const at = effects.findIndex((effect) => {
    if (isHarmless(effect)) return false;
    const isTheirs = names.has(effect.head) && (heads === undefined || fitsAny(effect.head, heads));
    return !isTheirs || (effect.kind === 'exec' && (effect.place !== undefined || /^[/~]/.test(effect.target)));
  });
  return yes(at < 0, 'nothing beside them', at < 0 ? 'effects' : `effects/${at}`);
}

const isHarmless = ({ kind, place, certainty }: Effect): boolean =>
  kind === 'print' || place === 'null_device' || (kind === 'read' && place === 'workspace' && certainty === 'certain');

interface SeenHost {
  readonly name: string;
  /** Whether it is only near one: a pattern that names no host is not about it, or it would meet any text with a dot and a slash. */
  readonly isNear: boolean;
}

/**
 * A rule that allows is also about what only looks like a host, or is only named, beside those that surely are spoken to. One that does not
 * allow is about those, and about hosts that it names wherever in a text they stand.
 */
function hostsOf({ hosts, speaks, likeHosts, nearHosts }: Facts, each: boolean): readonly SeenHost[] {
  const sure = hosts.map((name) => ({ name, isNear: false }));
  if (!each) return nearHosts.length === 0 ? sure : [...sure, ...nearHosts.map((name) => ({ name, isNear: true }))];
  return !speaks || hosts.length === 0 ? [] : [...sure, ...likeHosts.map((name) => ({ name, isNear: false }))];
}

const isNamed = (pattern: string): boolean => /[\p{L}\p{N}]/u.test(pattern);

interface Several<Item> {
  readonly fit: (item: Item) => boolean;
  readonly show: (item: Item) => string;
  readonly each: boolean;
  readonly ref: string;
}

function several<Item>(items: readonly Item[], { fit, each, show, ref }: Several<Item>): Omit<Clause, 'clause'> {
  const at = items.findIndex((item) => fit(item) !== each);
  if (each) return { ...yes(items.length > 0 && at < 0, `each of ${items.length}`, ref), valueRef: at < 0 ? ref : `${ref}/${at}` };
  const found = items[at];
  return found === undefined ? { holds: false, valueRef: ref } : { holds: true, matched: show(found), valueRef: `${ref}/${at}` };
}

function hasEffect(effect: Effect, { kind, place, origin, certainty }: EffectPattern): boolean {
  if (kind !== undefined && !kind.includes(effect.kind)) return false;
  if (place !== undefined && (effect.place === undefined || !place.includes(effect.place))) return false;
  if (origin !== undefined && (effect.origin === undefined || !origin.includes(effect.origin))) return false;
  return certainty === undefined || certainty.includes(effect.certainty);
}

const showEffect = ({ kind, place, origin, target, head }: Effect): string =>
  [head, kind, origin ?? place, target].filter((part) => part !== undefined && part !== '').join(' ');

function untrustedIn(wanted: readonly string[], { action, untrustedControls }: Facts, work: Work) {
  const { untrusted = [], arguments: args } = action.kind === 'mcp.call' ? action : { arguments: {} };
  const controls = new Set(wanted.includes('control') ? untrustedControls : []);
  const places = placesOf(wanted);
  const guarded = places.length === 0 || untrusted.length === 0 ? nothing : guardedBy(places, args, work);
  const found = untrusted.find(({ path }) => controls.has(path) || guarded(path));
  return yes(found !== undefined, `${found?.path} from ${found?.source}`, `/arguments${found?.path ?? ''}`);
}

const nothing = (): boolean => false;

/**
 * The places in the arguments that a rule names. One that begins with that of the arguments in the action may mean either; rules from before
 * any other form was refused may have no slash in front.
 */
function placesOf(wanted: readonly string[]): readonly string[] {
  const known = places.get(wanted);
  if (known !== undefined) return known;
  const rooted = wanted.filter((one) => one !== 'control').map((one) => (/^[/*]/.test(one) ? one : `/${one}`));
  const found = [...new Set(rooted.flatMap((one) => [one, one.replace(/^\/arguments(?=\/)/, '')]))];
  places.set(wanted, found);
  return found;
}

const places = new WeakMap<readonly string[], readonly string[]>();

/** Tells of a labelled place whether it is guarded: a label on a part of what is guarded taints it, and one on a whole taints its parts. */
function guardedBy(wanted: readonly string[], args: unknown, work: Work): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const fits = (place: string): boolean => {
    work.spend(place.length + costOfPlace);
    return fitsAny(place, wanted);
  };
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const wholes = path.split('/').map((_, at, segments) => segments.slice(0, at + 1).join('/'));
    const isGuarded = wholes.some(fits) || holdsAny(path, valueAt(args, path), fits);
    known.set(path, isGuarded);
    return isGuarded;
  };
}

/** What building and looking at a place costs beside its characters. */
const costOfPlace = 50;

function holdsAny(path: string, value: unknown, fits: (place: string) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, one]) => {
    const part = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return fits(part) || holdsAny(part, one, fits);
  });
}

function allArgs(wanted: readonly ArgCondition[], { facts, each, work }: Pick<Against, 'facts' | 'each' | 'work'>) {
  const failed = wanted.find((condition) => !(each ? isSurely(condition, facts, work) : isNearly(condition, facts.action, work)));
  return yes(failed === undefined, wanted.map(({ path, op }) => `${path} ${op}`).join(', '), failed?.path ?? wanted[0]?.path ?? '/');
}

/** In a rule that allows: letter by letter, and whatever the value may be read as. */
function isSurely(condition: ArgCondition, facts: Facts, work: Work): boolean {
  const { action } = facts;
  const { value: found, readings, isLoose } = readingAt(action, condition.path);
  if (action.kind === 'shell.exec' && condition.path === '/command') return argHolds(found, condition) && !isOpenCommand(condition, facts);
  // What a rule has letter by letter is what it means.
  if (condition.op === 'eq' || condition.op === 'in') return argHolds(found, condition);
  if (condition.op === 'ne' && nearAt(action, condition.path, work).keys.has(nearKey(condition.value))) return false;
  return readings.every((reading) => argHolds(reading, condition)) && !(isLoose && needsOneLine(condition));
}

/** In any other rule: by whatever the value comes near to. */
function isNearly(condition: ArgCondition, action: Action, work: Work): boolean {
  const { value: found, readings } = readingAt(action, condition.path);
  if (readings.some((reading) => argHolds(reading, condition))) return true;
  if (found === undefined || condition.op === 'exists' || condition.op === 'ne') return false;
  const near = nearAt(action, condition.path, work);
  if (condition.op === 'eq') return near.keys.has(nearKey(condition.value));
  if (condition.op === 'in') return condition.value.some((one) => near.keys.has(nearKey(one)));
  if (condition.op !== 'matches') return near.numbers.some((number) => argHolds(number, condition));
  const patterns = nearPatterns(condition.value);
  return near.texts.some((text) => {
    work.spend(text.length + costOfPlace);
    return fitsAny(text, patterns);
  });
}

/** In a rule that allows, a star stands for a part of one line that shows all of itself, unless the rule says that any text will do. */
const needsOneLine = (condition: ArgCondition): boolean => isPattern(condition) && condition.free_text !== true;

const isPattern = (condition: ArgCondition): condition is Extract<ArgCondition, { readonly op: 'matches' }> =>
  condition.op === 'matches' && condition.value.includes('*');

/** A pattern on a whole command says nothing of what its stars stand for: in a rule that allows, that must be words of one command. */
function isOpenCommand(condition: ArgCondition, facts: Facts): boolean {
  if (!isPattern(condition)) return false;
  return facts.commands.length !== 1 || !alone(undefined, facts).holds;
}

function argHolds(found: unknown, condition: ArgCondition): boolean {
  if (found === undefined) return false;
  if (condition.op === 'exists') return true;
  if (condition.op === 'in') return condition.value.some((one) => one === found);
  if (condition.op === 'matches') return typeof found === 'string' && fitsAny(found, [condition.value]);
  const { op, value } = condition;
  if (op === 'eq') return found === value;
  if (op === 'ne') return found !== value;
  if (typeof found !== 'number' || typeof value !== 'number') return false;
  if (op === 'gt') return found > value;
  if (op === 'gte') return found >= value;
  return op === 'lt' ? found < value : found <= value;
}
