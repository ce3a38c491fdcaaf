/** `disk_full`: it has no room. `read_only`: it is a standby, or was set so. */
export type WriteRefusal = 'disk_full' | 'read_only';

/** A store that answers and takes nothing new. What is read of it is read on; who looks whether it can serve is told this. */
export class WritesRefused extends Error {
  readonly reason: WriteRefusal;

  constructor(reason: WriteRefusal, options?: ErrorOptions) {
    super(`the database takes no writes: ${told[reason]}`, options);
    this.name = 'WritesRefused';
    this.reason = reason;
  }
}

const told: Readonly<Record<WriteRefusal, string>> = {
  disk_full: 'its disk is full',
  read_only: 'it is a standby, or is set to be read only',
};

/** What an error says of that, or an error behind it. */
export function writesRefusedIn(error: unknown): WritesRefused | undefined {
  if (error instanceof WritesRefused) return error;
  return error instanceof Error ? writesRefusedIn(error.cause) : undefined;
}
