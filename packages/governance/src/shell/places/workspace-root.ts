import { belowHome, canonicalPath } from './path.ts';
import { words } from '../words.ts';

/**
 * The canonical root of the workspace that a caller names; `/`, which bounds nothing, where that is nobody's alone: the root of
 * everything, a home and what holds homes or settings of one, directories of the system and those that all programs share. What is in a
 * shared one, such as `/srv/app` or `/tmp/x`, may be a workspace; what is in one of the system may not.
 */
export function workspaceRootOf(directory: string): string {
  const path = canonicalPath(directory, undefined) ?? '/';
  return isNobodys(path.toLowerCase()) ? '/' : path;
}

function isNobodys(folded: string): boolean {
  const path = folded.replace(/^\/private(?=\/)/, '');
  const home = belowHome(path)?.join('/');
  if (home !== undefined && homeFolders.has(home)) return true;
  return shared.has(path) || drives.test(path) || systems.some((system) => path === system || path.startsWith(`${system}/`));
}

/** Below a home; the home itself among them. */
const homeFolders = new Set(['', ...words('.cache .config .local library')]);

/** Directories of the system, with all that is in them. */
const systems = words('/bin /boot /dev /efi /etc /lib /lib32 /lib64 /libx32 /lost+found /nix /proc /sbin /snap /sys /system');

const below = (folder: string, names: string): readonly string[] => words(names).map((name) => `${folder}/${name}`);

/** Not what is in them. */
const shared = new Set([
  ...words('/ /applications /library /media /mnt /opt /private /root /run /srv /tmp /usr /var /volumes'),
  ...below('/usr', 'bin etc games include lib lib32 lib64 libexec libx32 local sbin share src'),
  ...below('/usr/local', 'bin etc games include lib libexec sbin share src'),
  ...below('/var', 'backups cache db folders lib local lock log mail opt root run spool tmp'),
  ...below('/run', 'lock media user'),
]);

/** Drives of Windows, and the homes on them; what a person has put in, or keeps while signed in. */
const drives = /^\/mnt\/[a-z](?:\/users(?:\/[^/]+)?|\/windows(?:\/.*)?)?$|^(?:\/run)?\/media\/[^/]+$|^\/run\/user\/\d+$/;
