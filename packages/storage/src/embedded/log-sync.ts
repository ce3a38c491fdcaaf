import fs from 'node:fs';

/**
 * Brings the write-ahead log to the disk. Each commit asks for it; while `postpones` is set the asking is only noted, so
 * that one trip to the disk serves all commits that came meanwhile. Whoever sets it answers nobody before `settle`, and
 * nothing else may be changed in the folder before it either: the log has to be there first.
 */
export class LogSync {
  postpones = false;
  readonly #waiting = new Set<number>();

  /** Whether a commit waits for the disk. */
  get unsettled(): boolean {
    return this.#waiting.size > 0;
  }

  /** @throws what the system says when the disk does not take it. */
  ask(file: number): void {
    this.#waiting.add(file);
    if (!this.postpones) this.settle();
  }

  settle(): void {
    for (const file of this.#waiting) {
      // Segments are written in full when they are made, so a commit changes nothing about a file but its data.
      fs.fdatasyncSync(file);
      this.#waiting.delete(file);
    }
  }
}
