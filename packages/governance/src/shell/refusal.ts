export type RefusalReason = 'hidden_characters' | 'too_long' | 'too_deep' | 'too_many_commands' | 'too_many_readings' | 'unparseable';

/** Ends an analysis: what cannot be read safely is refused whole. Never leaves this folder. */
export class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
  }
}
