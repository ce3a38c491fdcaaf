/** A file that a patch changes. */
export interface PatchedFile {
  readonly path: string;
  readonly removed: boolean;
}

/**
 * The files that a patch in Codex's form changes: `*** Add File: `, `*** Update File: `, `*** Delete File: `, and `*** Move to: `, which
 * removes the one that was named before it. Empty when the text is no such patch. Each file once; one that is both written and removed
 * counts as both.
 */
export function patchedFiles(patch: string): readonly PatchedFile[] {
  if (!/^\*\*\* Begin Patch\s*$/m.test(patch)) return [];
  const found = new Map<string, PatchedFile>();
  const add = (path: string, removed: boolean) => found.set(`${removed}:${path}`, { path, removed });
  let last: string | undefined;
  for (const line of patch.split('\n')) {
    const marked = /^\*\*\* (?<verb>Add File|Update File|Delete File|Move to): (?<path>.+?)\s*$/.exec(line)?.groups;
    const path = marked?.['path'];
    if (path === undefined) continue;
    if (marked?.['verb'] === 'Move to' && last !== undefined) add(last, true);
    add(path, marked?.['verb'] === 'Delete File');
    last = path;
  }
  return [...found.values()];
}
