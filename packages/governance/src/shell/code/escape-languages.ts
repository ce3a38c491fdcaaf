/** Where in the language of a program a shell is reached. */
export interface Language {
  /** The first group is what a shell gets. */
  readonly escapes: readonly RegExp[];
  /** The first group is a file that is written. */
  readonly writes?: readonly RegExp[];
  /** The first group is a file that is deleted. */
  readonly deletes?: readonly RegExp[];
  /** The first group is a file that is read. */
  readonly reads?: readonly RegExp[];
  /** The first group is a directory in which what follows is looked for. */
  readonly enters?: readonly RegExp[];
  /** Whether texts within quotes may be what it gets. */
  readonly quoted?: true;
}

const anywhere = /!+\s*([^\n]+)/g;
const lineBegins = /^[^\S\r\n]*!+\s*([^\n]+)/gm;
const backTicks = /`([^`\n]+)`/g;

/** A text that stands in quotes and has a folder in it: what SQL reads as a file. */
const quotedPath = /'([^'\n]*\/[^'\n]*)'/g;

/** Languages, by the programs that have them. */
export const languages: readonly (readonly [programs: string, language: Language])[] = [
  [
    'ed red',
    { escapes: [anywhere], writes: [/^[^\S\r\n]*[\d,$.;%]*[wW]q?\s+([^\s!]\S*)/gm], reads: [/^[^\S\r\n]*[\d,$.;]*[erfE]\s+([^\s!]\S*)/gm] },
  ],
  [
    'ex vi vim nvim view rvim rview gvim gview mvim vimdiff nvimdiff gvimdiff',
    {
      escapes: [anywhere, /\b(?:term|terminal)\s+([^\n]+)/g],
      writes: [
        /(?:^|[\s:|%])(?:w|wr|wri|writ|write|sav|saveas|up|update|wq|x|mks\w*|mkv\w*|redir)!?\s+(?:>+\s*)?([^\s!>|]+)/g,
        /\bwritefile\([^\n]*,\s*['"]([^'"]+)/g,
      ],
      deletes: [/\b(?:delete|os\.remove|fs_unlink)\(\s*['"]([^'"]+)/g],
      enters: [/(?:^|[\s:|])[lt]?(?:cd|chdir)!?\s+([^\s|]+)/g],
      quoted: true,
    },
  ],
  ['less more most pg', { escapes: [anywhere, /^\+\|.\s*([^\n]+)/g] }],
  [
    'sqlite sqlite3 duckdb litecli',
    {
      enters: [/^[^\S\r\n]*\.cd\s+['"]?([^\s'"]+)/gm],
      escapes: [/^[^\S\r\n]*\.s[hy]\w*\s+([^\n]+)/gm, /^[^\S\r\n]*\.\w+\s[^|\n]*\|\s*([^\n]+)/gm, /\bedit\([^\n]*,\s*'([^']+)/gi],
      writes: [
        /^[^\S\r\n]*\.(?:o\w*|bac\w*|sav\w*|log|trace|cl\w*)\s+(?:-\w+\s+)*['"]?([^\s'"|]+)/gm,
        /\b(?:into|to|(?:export|attach)(?:\s+database)?|writefile\()\s*['"]([^'"]+)/gi,
        /^[^\S\r\n]*\.ar\w*\s[^\n]*-C\s*['"]?([^\s'"]+)/gm,
      ],
      reads: [quotedPath, /^[^\S\r\n]*\.(?:read|import|ar\w*|restore|open)\s+(?:-\S+\s+)*['"]?([^\s'"|]+)/gm],
    },
  ],
  [
    'psql pgcli usql',
    {
      enters: [/\\cd\s+['"]?([^\s'"\\]+)/g],
      escapes: [
        /\\!\s*([^\n]+)/g,
        /\\\w+[^|\n\\]*\|\s*([^\n]+)/g,
        /^\|\s*([^\n]+)/g,
        /\\setenv\s+\S+\s+([^\n]+)/g,
        /\bprogram\s+\w?'([^\n]+)/gi,
        backTicks,
      ],
      writes: [
        /\\(?:o|out|w|write|s|g|gx)\s+['"]?([^\s'"|]+)/g,
        /\\copy\b[^\n]*\bto\s+['"]?([^\s'"]+)/gi,
        /\\lo_export\s+\S+\s+['"]?([^\s'"|]+)/g,
        /\bto\s+(?:stdout\b|\w?'([^']+))/gi,
        /\blo_export\([^,]*,\s*'([^']+)/gi,
      ],
      reads: [quotedPath, /\\(?:i|ir|include|lo_import)\s+['"]?([^\s'"]+)/g],
    },
  ],
  [
    'mysql mariadb mycli',
    {
      escapes: [/\\[!P]\s*([^\n]+)/g, /(?:^|[;\n])\s*(?:system|pager)\s+([^\n]+)/gi],
      writes: [/\binto\s+(?:out|dump)file\s+['"]([^'"]+)/gi, /(?:^|[;\n])\s*tee\s+([^\s;]+)/gi, /\\T\s*([^\s;]+)/g],
      reads: [quotedPath, /(?:^|[;\n])\s*(?:source|\\\.)\s+(\S+)/gi],
    },
  ],
  [
    'gdb cgdb lldb',
    {
      enters: [/(?:^|[;\n])[^\S\r\n]*cd\s+([^\s;]+)/g],
      escapes: [/(?:^|[;\n])\s*(?:shell|!|platform\s+shell|(?:pipe|\|)[^|\n]*\|)\s*([^\n]+)/g],
      writes: [
        /\blogging\s+file\s+(\S+)/g,
        /(?:^|[;\n])\s*(?:dump|append)\s+(?:\w+\s+)*?(\S*\/\S+)/g,
        /\b(?:save\s+\w+|gcore|generate-core-file)\s+(\S+)/g,
      ],
      quoted: true,
    },
  ],
  ['nmap', { escapes: [lineBegins], quoted: true }],
  ['ghci ghc', { escapes: [/:!\s*([^\n]+)/g], quoted: true }],
  ['rpm rpmbuild rpmspec', { escapes: [/%\(([^\n]+)/g] }],
  ['bpftrace dtrace stap', { escapes: [/\bsystem\(\s*([^\n]+)/g], quoted: true }],
  [
    'erl elixir iex sbcl clisp ecl racket gosh csi clojure clj swift ocaml scala kotlin jshell jrunscript jjs nim crystal sage irb pry',
    { escapes: [/\b(?:system|shell|cmd|run-program|sh)\s*[(!]?\s*([^\n]+)/g], quoted: true },
  ],
  ['ftp sftp lftp tftp ncftp smbclient telnet dc', { escapes: [lineBegins], enters: [/(?:^|[\n;'"])[^\S\r\n]*lcd\s+([^\s;'"]+)/g] }],
  ['mail mailx nail s-nail mutt neomutt', { escapes: [/^[^\S\r\n]*~?[!|]\s*([^\n]+)/gm, backTicks] }],
  ['m4', { escapes: [/syscmd\(\s*([^\n]+)/g] }],
  [
    'make gmake bmake just task ninja rake invoke',
    {
      escapes: [
        /\$[({]\s*shell\s+([^\n]+)/g,
        /^[\t ]+[@+-]*([^\n]+)/gm,
        /^[^\n:;]+:[^\n;]*;\s*([^\n]+)/gm,
        /\b(?:command|cmds?)\s*[=:]\s*([^\n]+)/g,
      ],
      quoted: true,
    },
  ],
  [
    'cmake ctest cpack',
    {
      escapes: [/\bCOMMAND\s+([^\n)]+)/gi],
      writes: [
        /\bfile\(\s*(?:WRITE|APPEND|TOUCH|MAKE_DIRECTORY|CONFIGURE|DOWNLOAD\s+\S+|RENAME\s+\S+|COPY_FILE\s+\S+)\s+"?([^"\s)]+)/gi,
        /\bDESTINATION\s+"?([^"\s)]+)/gi,
      ],
      deletes: [/\bfile\(\s*REMOVE\w*\s+"?([^"\s)]+)/gi],
    },
  ],
  [
    'ansible ansible-console ansible-playbook',
    {
      escapes: [],
      writes: [/\b(?:path|dest|name|creates)=['"]?([^\s'"]+)/g],
      deletes: [
        /\b(?:path|dest|name)=['"]?([^\s'"]+)['"]?(?=[^]{0,1024}\bstate=absent)/g,
        /\bstate=absent\b[^]{0,1024}?\b(?:path|dest|name)=['"]?([^\s'"]+)/g,
      ],
      reads: [/\bsrc=['"]?([^\s'"]+)/g],
    },
  ],
  [
    'puppet chef-apply chef-client',
    {
      escapes: [],
      writes: [/\b(?:file|directory|cookbook_file|remote_file)\s*[{(]?\s*['"]([^'"]+)/g],
      deletes: [
        /\bfile\s*\{\s*['"]([^'"]{1,1024})['"]\s*:[^}]{0,512}\babsent\b/g,
        /\b(?:file|directory)\s*\(?\s*['"]([^'"]{1,1024})['"][^]{0,512}?:delete\b/g,
      ],
      quoted: true,
    },
  ],
  ['terraform tofu terragrunt', { escapes: [], reads: [/\b(?:file\w*|templatefile)\(\s*"([^"]+)/g] }],
  ['yq', { escapes: [], reads: [/\bload\w*\(\s*"([^"]+)/g], writes: [/^\s*"([^"]*\/[^"]*)/g] }],
  [
    'clickhouse clickhouse-local clickhouse-client',
    { escapes: [], writes: [/\b(?:into\s+outfile|into\s+function\s+file\()\s*'([^']+)/gi], reads: [quotedPath], quoted: true },
  ],
  [
    'sqlplus sqlcl',
    { escapes: [/^[^\S\r\n]*(?:!|host\b)\s*([^\n]+)/gim], writes: [/^[^\S\r\n]*spool\s+(\S+)/gim], reads: [/^[^\S\r\n]*@+(\S+)/gm] },
  ],
  [
    'sqlcmd',
    { escapes: [/^[^\S\r\n]*:?!!\s*([^\n]+)/gm], writes: [/^[^\S\r\n]*:(?:out|error)\s+(\S+)/gim], reads: [/^[^\S\r\n]*:r\s+(\S+)/gim] },
  ],
  ['cqlsh', { escapes: [], writes: [/\bto\s+'([^']+)/gi], reads: [quotedPath] }],
  [
    'tex pdftex luatex latex pdflatex lualatex xelatex xetex latexmk tectonic',
    {
      escapes: [/\\write18\s*\{([^}]*)/g, /\b(?:os\.execute|io\.popen)\(\s*["']([^"']+)/g],
      writes: [/\\openout\w{0,16}\s{0,8}=?\s{0,8}([^\s\\]{0,256}\/[^\s\\]{0,256})/g],
      reads: [/\\(?:input|openin\w{0,16})\s{0,8}[={]?\s{0,8}([^\s\\}]{0,256}\/[^\s\\}]{0,256})/g],
    },
  ],
  ['kak', { escapes: [/%sh\{([^}]*)/g, /[|!]([^<|!]+)/g] }],
  ['pandoc', { escapes: [/\b(?:os\.execute|io\.popen)\(\s*["']([^"']+)/g] }],
  ['tshark wireshark', { escapes: [/\b(?:os\.execute|io\.popen)\(\s*["']([^"']+)/g] }],
  [
    'gs gsnd ghostscript ps2pdf',
    { escapes: [/%pipe%([^\n]+)/g], writes: [/\(([^()]+)\)\s*\(w\+?\)\s*file\b/g], deletes: [/\(([^()]+)\)\s*deletefile\b/g] },
  ],
  ['curl', { escapes: [], writes: [/^[^\S\r\n]*(?:-{0,2}output|-o|-{0,2}dump-header)\s*[=:\s]\s*"?([^"\s]+)/gm] }],
  ['rsync', { escapes: [/^[^\S\r\n]*(?:(?:pre|post)-xfer exec|early exec|name converter)\s*=\s*([^\n]+)/gm] }],
  [
    'emacs emacsclient',
    {
      escapes: [],
      writes: [
        /\((?:write-region\s[^()]*|write-file|with-temp-file|find-file\S*|append-to-file\s[^()]*|copy-file\s+"[^"]*"|rename-file\s+"[^"]*"|make-directory)\s*"([^"]+)/g,
      ],
      deletes: [/\((?:delete-(?:file|directory)|move-file-to-trash)\s+"([^"]+)/g],
      reads: [/\(insert-file-contents\S*\s+"([^"]+)/g],
      quoted: true,
    },
  ],
  ['gnuplot', { escapes: [lineBegins], writes: [/\bset\s+(?:output|print|table)\s+['"]([^'"]+)/g], quoted: true }],
  ['octave r maxima gp scilab ipython', { escapes: [lineBegins], quoted: true }],
  ['nix nix-instantiate nix-build', { escapes: [], reads: [/\b(?:read(?:File|Dir)|path|import)\s+"?([^\s";)]+)/g] }],
  ['fzf sk', { escapes: [/\b(?:execute|execute-silent|become|reload|transform|preview)[([{:]\s*([^\n]+)/g] }],
  ['expect tclsh wish', { escapes: [/\b(?:spawn|exec|system)\s+([^\n]+)/g] }],
];
