export interface Access {
  /** Of the server, without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string;
}

// What is pasted stands in the README as well, letter by letter, for the address of a first start.

/** Asks for an action that the rules of a new project ask people about. */
export const firstAsk = ({
  baseUrl,
  key,
}: Access): string => `curl -s ${baseUrl}/v1/actions -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"action":{"kind":"shell.exec","command":"npm publish","cwd":"/repo","workspace_root":"/repo"}}'`;

/** Puts the key where hooks find it. */
export const keyExport = ({ key }: Access): string => `export CAIRN_API_KEY='${key}'`;

/** `~/.claude/settings.json` */
export const claudeCodeHooks = ({ baseUrl }: Access): string => `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash|PowerShell|Monitor|Read|Grep|Glob|LS|Write|Edit|MultiEdit|NotebookEdit|WebFetch|WebSearch|ReadMcpResourceTool|ReadMcpResourceDirTool|Task|Agent|SendMessage|Workflow|CronCreate|CronDelete|ScheduleWakeup|RemoteTrigger|mcp__.*",
        "hooks": [
          {
            "type": "http",
            "url": "${baseUrl}/v1/hooks/claude-code",
            "headers": { "Authorization": "Bearer $CAIRN_API_KEY", "X-Workspace-Root": "$CLAUDE_PROJECT_DIR" },
            "allowedEnvVars": ["CAIRN_API_KEY", "CLAUDE_PROJECT_DIR"],
            "timeout": 10,
            "onFailure": "block"
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "matcher": "Bash|PowerShell|Monitor|Read|Grep|Glob|LS|Write|Edit|MultiEdit|NotebookEdit|WebFetch|WebSearch|ReadMcpResourceTool|ReadMcpResourceDirTool|Task|Agent|SendMessage|Workflow|CronCreate|CronDelete|ScheduleWakeup|RemoteTrigger|mcp__.*",
        "hooks": [
          {
            "type": "http",
            "url": "${baseUrl}/v1/hooks/claude-code",
            "headers": { "Authorization": "Bearer $CAIRN_API_KEY" },
            "allowedEnvVars": ["CAIRN_API_KEY"]
          }
        ]
      }
    ]
  }
}`;

/** `~/.cairn/hook.sh`: hands an event to the server and prints the answer. It ends with 2, which blocks, wherever there is none of Cairn's. */
export const bridge = ({
  baseUrl,
}: Access): string => `answer=$(curl -q -sSf --noproxy '*' --max-time 10 -H "Authorization: Bearer $CAIRN_API_KEY" -H 'Content-Type: application/json' --data-binary @- "${baseUrl}/v1/hooks/$1") || exit 2
case $answer in
  '{}' | '{"hookSpecificOutput":'* | '{"permission":'*) printf '%s\\n' "$answer" ;;
  *) echo 'What answered is not Cairn.' >&2; exit 2 ;;
esac`;

/** `~/.codex/config.toml` */
export const codexHooks = `[[hooks.PreToolUse]]

[[hooks.PreToolUse.hooks]]
type = "command"
command = "sh ~/.cairn/hook.sh codex"
timeout = 15

[[hooks.PostToolUse]]

[[hooks.PostToolUse.hooks]]
type = "command"
command = "sh ~/.cairn/hook.sh codex"
timeout = 15`;

/** `~/.cursor/hooks.json` */
export const cursorHooks = `{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [{ "command": "sh ~/.cairn/hook.sh cursor", "failClosed": true }],
    "beforeMCPExecution": [{ "command": "sh ~/.cairn/hook.sh cursor", "failClosed": true }],
    "beforeReadFile": [{ "command": "sh ~/.cairn/hook.sh cursor", "failClosed": true }],
    "preToolUse": [{ "command": "sh ~/.cairn/hook.sh 'cursor?own_events=leave'", "failClosed": true }],
    "afterShellExecution": [{ "command": "sh ~/.cairn/hook.sh cursor" }],
    "afterMCPExecution": [{ "command": "sh ~/.cairn/hook.sh cursor" }],
    "postToolUse": [{ "command": "sh ~/.cairn/hook.sh cursor" }]
  }
}`;
