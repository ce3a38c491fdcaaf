import type { Phase } from '../api/audit.ts';
import { outcomes } from '../governance/words.ts';
import type { BadgeTone } from '../ui/tone.ts';

const good = new Set(['done', 'allow', 'allow_with_obligations', 'approve', 'succeeded']);
const wary = new Set(['require_approval', 'running', 'unknown', 'pending']);

/** How an outcome is told: what was done as it was wanted, what waits, and what was refused. */
export function toneOf(outcome: string): BadgeTone {
  if (good.has(outcome)) return 'good';
  return wary.has(outcome) ? 'wary' : 'bad';
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const plain = (name: string): string => name.replaceAll('_', ' ');

/** Those that are told otherwise than by their name. */
const told: Readonly<Record<string, string>> = { ...outcomes, approve: 'Approved' };

/** What came of it, in a word or two. */
export const outcomeWords = (outcome: string): string =>
  Object.hasOwn(told, outcome) ? (told[outcome] ?? outcome) : capital(plain(outcome));

/** Those of which the parts of the name make no sentence. */
const actions: Readonly<Record<string, string>> = {
  'action.decide': 'Decided on an action',
  'action.start': 'Began an action',
  'action.outcome': 'Told what became of an action',
  'approval.vote': 'Voted on an approval',
  'approval.cancel': 'Withdrew a request',
  'audit.cut': 'Let go of the oldest part of the audit',
  'call.refuse': 'Was refused a call',
  'call.fail': 'Made a call that failed',
  'connection.open': 'Connected an app',
  'governance.allow_self_approval': 'Let people approve for themselves',
  'governance.forbid_self_approval': 'Asked for a second person again',
  'policy.create': 'Wrote a policy revision',
  'policy.activate': 'Put a policy revision in force',
  'project.reseal': 'Sealed the project’s content with its new key',
  'project.rotate_key': 'Gave the project a new key',
  'project.erase_keys': 'Destroyed the project’s keys',
  'schedule.skip': 'Left out a turn of a schedule',
  'task.report': 'Told what became of a step',
  'task.plan': 'Gave a task a plan',
};

const verbs: Readonly<Record<string, string>> = {
  accept: 'Accepted',
  approve: 'Approved',
  cancel: 'Cancelled',
  create: 'Made',
  delete: 'Deleted',
  end: 'Ended',
  export: 'Exported',
  import: 'Imported',
  pause: 'Paused',
  reindex: 'Indexed anew',
  rename: 'Renamed',
  restore: 'Restored',
  resume: 'Went on with',
  retry: 'Tried again',
  revoke: 'Revoked',
  rotate: 'Rotated',
  run: 'Began',
  save: 'Saved',
  submit: 'Submitted',
  update: 'Changed',
};

const things: Readonly<Record<string, string>> = {
  agent: 'an agent',
  api_key: 'an API key',
  approval: 'an approval',
  connection: 'an app’s connection',
  document: 'a document',
  memory: 'a memory',
  project: 'the project',
  schedule: 'a schedule',
  task: 'a task',
};

/** What was done, in words; by the service's own name where there are none. */
export function actionWords(action: string): string {
  const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (known !== undefined) return known;
  const [thing = '', verb = ''] = action.split('.');
  const [done, what] = [Object.hasOwn(verbs, verb) ? verbs[verb] : undefined, Object.hasOwn(things, thing) ? things[thing] : undefined];
  if (done !== undefined && what !== undefined) return `${done} ${what}`;
  return verb === '' ? plain(thing) : capital(`${plain(thing)}: ${plain(verb)}`);
}

const credentials: Readonly<Record<string, string>> = {
  api_key: 'with an API key',
  oauth: 'by a connected app',
  session: 'in the dashboard',
  password: 'with a password',
  operator: 'by the operator',
};

export const credentialWords = (kind: string): string => credentials[kind] ?? plain(kind);

export const phaseWords: Readonly<Record<Phase, string>> = {
  decision: 'Decision',
  approval: 'Approval',
  start: 'Start',
  outcome: 'Outcome',
  effect: 'Effect',
};

/** What verification found, and what it means. */
export const tamperWords: Readonly<Record<string, string>> = {
  entry_changed: 'what it says was changed after it was written',
  entry_missing: 'it is missing',
  entry_unchained: 'it does not follow from the one before',
  beginning_missing: 'the beginning of the audit was cut off',
  tail_missing: 'the end of the audit was cut off',
  chain_rewritten: 'the audit was written anew from there on: signed checkpoints say something else',
  head_mismatch: 'the end of the audit is not what it is said to be',
  checkpoint_forged: 'a checkpoint was not signed by this service',
  policy_not_activated: 'the rules in force are not those that the audit says were put in force last',
};
