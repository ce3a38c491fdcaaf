/** What a command may do to the world. `print` only shows text, `refused` stands for what could not be read. */
export const effectKinds = [
  'print',
  'read',
  'write',
  'delete',
  'exec',
  'network',
  'privilege',
  'persistence',
  'policy_change',
  'process_kill',
  'refused',
] as const;
export type EffectKind = (typeof effectKinds)[number];

/**
 * Where the target is. `protected`: what later runs or guards by itself (start-up files, keys, cron, git hooks, agent settings).
 * `secret`: what holds credentials. `unknown`: not to be told from the text.
 */
export const places = ['workspace', 'outside', 'protected', 'secret', 'null_device', 'unknown'] as const;
export type Place = (typeof places)[number];

/** Where run code comes from: the text itself, a file, something computed, the network, or something decoded. */
export const origins = ['text', 'file', 'dynamic', 'network', 'decoded'] as const;
export type Origin = (typeof origins)[number];

/** Whether the effect follows from the text, or cannot be ruled out. */
export const certainties = ['certain', 'possible'] as const;
export type Certainty = (typeof certainties)[number];

export interface Effect {
  readonly kind: EffectKind;
  /** A path, host, program or reason, as far as it is known; `*` stands for what is not. */
  readonly target: string;
  readonly certainty: Certainty;
  readonly place?: Place;
  readonly origin?: Origin;
  /** The command that has it. */
  readonly head: string;
}

/** Whether it is what nobody could take back or review: deleting outside, changing what guards, credentials shown, code that nobody has seen. */
export const isGrave = ({ kind, place, origin }: Effect): boolean =>
  kind === 'exec'
    ? origin === 'network' || origin === 'decoded'
    : place === 'protected' || place === 'secret' || (kind === 'delete' && place === 'outside');
