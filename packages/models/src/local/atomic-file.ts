import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that others see whole or not at all. Where nothing can be written, nothing happens. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, bytes);
    renameSync(draft, path);
  } catch {
    remove(draft);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Its folder cannot be reached either.
  }
}
