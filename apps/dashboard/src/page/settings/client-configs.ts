import type { Step } from '../ui/step.ts';

/** How a client gets in: by signing in at the service, or with a key. */
export type Way = 'sign-in' | 'key';

interface Access {
  readonly url: string;
  readonly key: string;
}

export interface ClientGuide {
  readonly id: string;
  readonly name: string;
  readonly steps: Readonly<Record<Way, (access: Access) => readonly Step[]>>;
}

const bearer = (key: string): string => `Bearer ${key}`;
/** Keys have no letter that an address would have to spell otherwise, and what stands for one is to be found. */
const withKey = ({ url, key }: Access): string => `${url}?api_key=${key}`;
const json = (value: unknown): string => JSON.stringify(value, null, 2);

const claude: ClientGuide = {
  id: 'claude',
  name: 'Claude',
  steps: {
    'sign-in': ({ url }) => [
      { text: 'In Claude, open Settings → Connectors and choose “Add custom connector”.' },
      { text: 'Paste the address, add it and press Connect.', code: { title: 'Remote MCP server URL', text: url } },
      { text: 'Sign in here and choose this project. Claude on the web needs an address that the internet reaches, with https.' },
    ],
    key: ({ url, key }) => [
      {
        text: 'In Claude Desktop, open Settings → Developer → Edit config and add this. It needs Node.js on the machine.',
        code: {
          title: 'claude_desktop_config.json',
          text: json({
            mcpServers: {
              cairn: {
                command: 'npx',
                args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${CAIRN_AUTHORIZATION}'],
                env: { CAIRN_AUTHORIZATION: bearer(key) },
              },
            },
          }),
        },
      },
      { text: 'Quit Claude Desktop and start it again.' },
    ],
  },
};

const claudeCode: ClientGuide = {
  id: 'claude-code',
  name: 'Claude Code',
  steps: {
    'sign-in': ({ url }) => [
      { text: 'Run this in a terminal.', code: { title: 'Terminal', text: `claude mcp add --transport http cairn ${url}` } },
      { text: 'In Claude Code type /mcp, choose cairn and Authenticate. Sign in here and choose this project.' },
    ],
    key: ({ url, key }) => [
      {
        text: 'Run this in a terminal. In Claude Code, /mcp shows it connected.',
        code: { title: 'Terminal', text: `claude mcp add --transport http cairn ${url} --header "Authorization: ${bearer(key)}"` },
      },
    ],
  },
};

const cursor: ClientGuide = {
  id: 'cursor',
  name: 'Cursor',
  steps: {
    'sign-in': ({ url }) => [
      {
        text: 'Add this to the file in your project, or to ~/.cursor/mcp.json for all of them.',
        code: { title: '.cursor/mcp.json', text: json({ mcpServers: { cairn: { url } } }) },
      },
      { text: 'In Cursor, open Settings → MCP, press Connect beside cairn, sign in here and choose this project.' },
    ],
    key: (access) => [
      {
        text: 'Add this to the file in your project, or to ~/.cursor/mcp.json for all of them. The key is in the address because Cursor would begin a sign-in otherwise; keep the file out of version control.',
        code: { title: '.cursor/mcp.json', text: json({ mcpServers: { cairn: { url: withKey(access) } } }) },
      },
    ],
  },
};

const vsCode: ClientGuide = {
  id: 'vs-code',
  name: 'VS Code',
  steps: {
    'sign-in': ({ url }) => [
      {
        text: 'Add this to the file in your workspace.',
        code: { title: '.vscode/mcp.json', text: json({ servers: { cairn: { type: 'http', url } } }) },
      },
      { text: 'Press Start above the entry. VS Code opens a page: sign in and choose this project.' },
    ],
    key: ({ url, key }) => [
      {
        text: 'Add this to the file in your workspace and press Start above the entry. Keep the file out of version control.',
        code: {
          title: '.vscode/mcp.json',
          text: json({ servers: { cairn: { type: 'http', url, headers: { Authorization: bearer(key) } } } }),
        },
      },
    ],
  },
};

const chatGpt: ClientGuide = {
  id: 'chatgpt',
  name: 'ChatGPT',
  steps: {
    'sign-in': ({ url }) => [
      { text: 'In ChatGPT, open Settings → Apps & Connectors → Advanced settings and turn on Developer mode.' },
      { text: 'Choose Create, paste the address and leave Authentication at OAuth.', code: { title: 'MCP Server URL', text: url } },
      { text: 'Sign in here and choose this project. ChatGPT needs an address that the internet reaches, with https.' },
    ],
    key: (access) => [
      { text: 'In ChatGPT, open Settings → Apps & Connectors → Advanced settings and turn on Developer mode.' },
      {
        text: 'Choose Create, paste this address, which holds the key, and set Authentication to “No authentication”.',
        code: { title: 'MCP Server URL', text: withKey(access) },
      },
    ],
  },
};

const codex: ClientGuide = {
  id: 'codex',
  name: 'Codex',
  steps: {
    'sign-in': ({ url }) => [
      {
        text: 'Run this in a terminal. Codex opens a page: sign in and choose this project.',
        code: { title: 'Terminal', text: `codex mcp add cairn --url ${url}` },
      },
    ],
    key: ({ url, key }) => [
      {
        text: 'Add this to the file and start Codex again.',
        code: {
          title: '~/.codex/config.toml',
          text: `[mcp_servers.cairn]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${bearer(key)}" }`,
        },
      },
    ],
  },
};

const gemini: ClientGuide = {
  id: 'gemini',
  name: 'Gemini',
  steps: {
    'sign-in': ({ url }) => [
      { text: 'Run this in a terminal.', code: { title: 'Terminal', text: `gemini mcp add --transport http cairn ${url}` } },
      { text: 'In the Gemini CLI type /mcp auth cairn. Sign in here and choose this project.' },
    ],
    key: ({ url, key }) => [
      {
        text: 'Run this in a terminal. In the Gemini CLI, /mcp list shows it connected.',
        code: { title: 'Terminal', text: `gemini mcp add --transport http cairn ${url} --header "Authorization: ${bearer(key)}"` },
      },
    ],
  },
};

/** The clients that people ask for, with what to paste where. */
export const clientGuides: readonly ClientGuide[] = [claude, claudeCode, cursor, vsCode, chatGpt, codex, gemini];
