import { accessSync, constants, chownSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The user that servers run as: `nobody` when this process is root, since Postgres refuses root; otherwise just this one. */
export type Account = { readonly uid: number; readonly gid: number };

/** @returns undefined when servers run as the user of this process */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('this process is root, and there is no user `nobody` to run a server as');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A new temporary folder that the account owns and can reach. */
export function makeServerFolder(name: string): string {
  const account = serverAccount();
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => account === undefined || reachableByAll(folder));
  if (parent === undefined) throw new Error('no temporary folder that `nobody` can reach');
  const folder = mkdtempSync(join(parent, `cairn-${name}-`));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Whether every user may enter the folder and all above it. */
export function reachableByAll(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK);
    const open = (statSync(folder).mode & 0o001) !== 0;
    return open && (dirname(folder) === folder || reachableByAll(dirname(folder)));
  } catch {
    return false;
  }
}
