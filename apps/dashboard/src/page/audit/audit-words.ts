import type { Phase } from '../api/audit.ts';
import type { BadgeTone } from '../ui/tone.ts';

const good = new Set(['done', 'allow', 'allow_with_obligations', 'approve', 'succeeded']);
const wary = new Set(['require_approval', 'running', 'unknown', 'pending']);

/** How an outcome is told: what was done as it was wanted, what waits, and what was refused. */
export function toneOf(outcome: string): BadgeTone {
  if (good.has(outcome)) return 'good';
  return wary.has(outcome) ? 'wary' : 'bad';
}

export const plain = (name: string): string => name.replaceAll('_', ' ');

const actions: Readonly<Record<string, string>> = {
  'action.decide': 'Decided on an action',
  'action.start': 'Began an action',
  'action.outcome': 'Told what became of an action',
  'approval.vote': 'Voted on an approval',
  'approval.cancel': 'Took an ask back',
  'approval.revoke': 'Revoked an approval',
  'call.refuse': 'Was refused a call',
  'policy.create': 'Wrote a policy revision',
  'policy.activate': 'Put a policy revision in force',
};

const verbs: Readonly<Record<string, string>> = {
  create: 'Made',
  save: 'Saved',
  update: 'Changed',
  delete: 'Deleted',
  submit: 'Submitted',
  revoke: 'Revoked',
  rotate: 'Rotated',
  rename: 'Renamed',
  restore: 'Restored',
  import: 'Imported',
  retry: 'Tried again',
  end: 'Ended',
};

const things: Readonly<Record<string, string>> = {
  api_key: 'an API key',
  agent: 'an agent',
  memory: 'a memory',
  document: 'a document',
  task: 'a task',
  schedule: 'a schedule',
  connection: 'a connection',
  project: 'the project',
};

/** What was done, in words: as the service names it where there are none. */
export function actionWords(action: string): string {
  const known = actions[action];
  if (known !== undefined) return known;
  const [thing = '', verb = ''] = action.split('.');
  return `${verbs[verb] ?? capital(plain(verb))} ${things[thing] ?? plain(thing)}`.trim();
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

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
};
