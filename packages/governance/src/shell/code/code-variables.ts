import { words } from '../words.ts';

/** Variables whose value programs run as code, or as the name of a program. */
export const holdsCode = (name: string): boolean =>
  codeVariables.has(name) ||
  /^GIT_CONFIG_(?:VALUE_\d+|PARAMETERS)$/.test(name) ||
  /(?:_|^)(?:COMMAND|EDITOR|PAGER|OPENER?|ASKPASS|BROWSER|SHELL)$/.test(name);

const codeVariables = new Set(
  words(`
  PROMPT_COMMAND PS0 PS1 PS2 PS4 BASH_ENV ENV GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND LESSOPEN LESSCLOSE
  RSYNC_RSH RSYNC_CONNECT_PROG CVS_RSH SVN_SSH BORG_RSH HGEDITOR TAR_OPTIONS MANPAGER VISUAL FCEDIT SUDO_ASKPASS PERL5OPT RUBYOPT NODE_OPTIONS PYTHONSTARTUP
`),
);

/** Variables that change which code a program runs, or where it looks for it, whatever their value. */
export const poisons = (name: string): boolean =>
  holdsCode(name) || loaderVariables.has(name) || /^(?:LD_|DYLD_|BASH_FUNC_|GIT_CONFIG)/.test(name);

const loaderVariables = new Set(
  words(`
  PATH CDPATH FPATH ZDOTDIR SHELLOPTS BASHOPTS IFS GLOBIGNORE PYTHONPATH PYTHONHOME PERL5LIB RUBYLIB NODE_PATH CLASSPATH GCONV_PATH
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAKEFLAGS RUSTC_WRAPPER RIPGREP_CONFIG_PATH
  GIT_EXEC_PATH GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_TEMPLATE_DIR
`),
);
