import { alikePath, withLongNames } from './names-of-files.ts';
import { belowHome, unknownMark } from './path.ts';
import { words } from '../words.ts';

/** Whether writing there changes what later runs or guards by itself, by whichever name a file system has it. */
export const isProtected = (path: string): boolean => namesOf(path).some(isGuarded);

/** Whether reading there shows credentials, by whichever name a file system has it. */
export const isSecret = (path: string): boolean => namesOf(path).some(holdsCredentials);

function namesOf(path: string): readonly string[] {
  const alike = alikePath(path);
  return [alike, ...withLongNames(alike, longNames)];
}

function isGuarded(path: string): boolean {
  const segments = path.split('/');
  if (segments.some((segment, at) => isGuardedName(segment, segments, at))) return true;
  if (systemRoots.some((root) => mayBeIn(path, root))) return true;
  const home = belowHome(path);
  return home !== undefined && homeEntries.some((entry) => mayBeIn(home.join('/'), entry));
}

function holdsCredentials(path: string): boolean {
  const segments = path.split('/');
  if (segments.some((segment) => secretNames.has(segment))) return true;
  if (secretRoots.some((root) => mayBeIn(path, root))) return true;
  if (segments[1] === 'proc' && secretProcFiles.has(segments.at(-1) ?? '')) return true;
  const home = belowHome(path);
  return home !== undefined && secretHome.some((entry) => mayBeIn(home.join('/'), entry));
}

/** Devices that take anything and keep nothing. */
export const isNullDevice = (path: string): boolean => /^\/dev\/(null|zero|full|stdin|stdout|stderr|tty|fd\/\d+)$/.test(path);

/** Whether the path is the entry, in it, or begins like it where it is not known any further. */
function mayBeIn(path: string, entry: string): boolean {
  if (path === entry || path.startsWith(`${entry}/`)) return true;
  const cut = path.indexOf(unknownMark);
  if (cut < 0) return false;
  const known = path.slice(0, cut);
  // A name that was begun, `~/.bash*`; a bare directory, `~/*`, says too little.
  return !known.endsWith('/') && known !== '' && entry.startsWith(known);
}

function isGuardedName(segment: string, segments: readonly string[], at: number): boolean {
  if (guardedNames.has(segment)) return true;
  if (segment === '.git') return true;
  if (segment === '.vscode') return at + 1 < segments.length;
  const cut = segment.indexOf(unknownMark);
  return cut > 1 && [...guardedNames, '.git'].some((name) => name.startsWith(segment.slice(0, cut)));
}

const startUpFiles = words(`
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .mkshrc
  .cshrc .tcshrc .login .logout .inputrc .envrc .pam_environment .xinitrc .xprofile .xsession .xsessionrc .vimrc .screenrc
  .tmux.conf .gdbinit
`);

const agentSettings = words(`
  .claude .claude.json .cursor .cursorrules .codex .gemini .windsurf .windsurfrules .aider.conf.yml .mcp.json .cairn .clinerules
  .continue .copilot claude.md agents.md gemini.md
`);

/** Protected wherever they are. */
const guardedNames = new Set([
  ...startUpFiles,
  ...agentSettings,
  ...words(`
  .ssh .gnupg .gitconfig .gitmodules .git-credentials .husky .githooks authorized_keys .netrc .npmrc .pypirc
`),
]);

const homeEntries = [
  ...startUpFiles,
  ...words(`
  .aws .kube .docker .azure .config/git .config/fish .config/systemd .config/autostart .config/gcloud .config/environment.d
  .config/nvim .config/gh .config/curlrc .config/pip .config/go .config/code/user .config/nushell .config/yarn
  .curlrc .wgetrc .yarnrc .yarnrc.yml .cargo/config .cargo/config.toml .psqlrc .sqliterc .lldbinit .exrc .emacs .emacs.d .irbrc .pryrc
  .rprofile .gradle/init.gradle .gradle/init.d .m2/settings.xml .pip .ansible.cfg .terraformrc .local/bin .local/share/systemd bin .crontab .oh-my-zsh .zsh library/launchagents library/launchdaemons
`),
];

const systemRoots = words(`
  /etc /private/etc /usr /bin /sbin /lib /lib32 /lib64 /boot /dev /proc /sys /run/systemd /efi /var/spool/cron /var/spool/at /var/at
  /var/lib/systemd /library /system /snap /nix
`);

const secretNames = new Set(['.ssh', '.gnupg', '.netrc', '.git-credentials', '.pgpass', '.pypirc', 'id_rsa', 'id_ed25519', 'id_ecdsa']);
const secretHome = words(`
  .aws .kube .docker .azure .npmrc .config/gcloud .config/gh .config/op .bash_history .zsh_history .python_history .psql_history
  .mysql_history .my.cnf .password-store .local/share/keyrings library/keychains
`);
const secretRoots = words(`
  /etc/passwd /etc/shadow /etc/gshadow /etc/master.passwd /etc/sudoers /etc/sudoers.d /etc/ssh /etc/ssl/private /etc/security
  /etc/krb5.keytab /etc/kubernetes /private/etc/passwd /private/etc/master.passwd /run/secrets /var/run/secrets /var/lib/secrets
  /proc/kcore /dev/mem /dev/kmem /var/spool/cron /var/lib/docker
`);
const secretProcFiles = new Set(['environ', 'mem', 'maps', 'auxv', 'cmdline', unknownMark]);

/** Names above that a file system may shorten. */
const longNames = [
  ...new Set(['.git', '.vscode', ...guardedNames, ...secretNames, ...[...homeEntries, ...secretHome].flatMap((entry) => entry.split('/'))]),
].filter((name) => name.startsWith('.') || name.length > 8);
