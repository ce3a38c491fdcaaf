import type { FirstAccount } from './first-account.ts';

export interface Welcome {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly dataDir: string | undefined;
  /** On the first start only. */
  readonly firstAccount: FirstAccount | undefined;
}

/** What a start prints: where to connect, ready to paste. A key is in it only when this start generated one. */
export function welcomeText(welcome: Welcome): string {
  const { baseUrl, firstAccount } = welcome;
  const key = firstAccount?.apiKey ?? '<API_KEY>';
  const sections = [
    ['Cairn is ready.', ...places(welcome)],
    ...(firstAccount ? [accountLines(firstAccount)] : []),
    ['Claude Code:', `  claude mcp add --transport http cairn ${baseUrl}/mcp --header "Authorization: Bearer ${key}"`],
    ['Cursor (.cursor/mcp.json):', indented(cursorBlock(baseUrl, key))],
    ['VS Code (.vscode/mcp.json):', indented(codeBlock(baseUrl, key))],
    ['Save a memory:', indented(saveCommand(baseUrl, key))],
  ];
  return `\n${sections.map((lines) => lines.join('\n')).join('\n\n')}\n\n`;
}

/** What a start prints that waits for something: which, by what `/readyz` says of it, and the setting to look at. */
export function waitingText(checks: Readonly<Record<string, string>>, { hasRedis }: { readonly hasRedis: boolean }): string {
  const settings: Readonly<Record<string, string>> = { database: 'DATABASE_URL', ...(hasRedis && { queue: 'REDIS_URL' }) };
  const waitsFor = Object.entries(checks).map(([name, state]) => `${name} (${state}${name in settings ? `; see ${settings[name]}` : ''})`);
  return `Cairn serves what it can and is not ready yet. It waits for: ${waitsFor.join(', ')}. It says so here, and at /readyz, when it is ready.`;
}

function places({ baseUrl, appUrl, dataDir }: Welcome): string[] {
  return [
    `  Dashboard  ${appUrl}`,
    `  MCP URL    ${baseUrl}/mcp`,
    `  REST API   ${appUrl}/docs`,
    ...(dataDir === undefined ? [] : [`  Data       ${dataDir}`]),
  ];
}

function accountLines(account: FirstAccount): string[] {
  return [
    'First account (shown once, keep it):',
    `  E-mail     ${account.email}`,
    `  Password   ${account.password ?? 'as set in CAIRN_BOOTSTRAP_PASSWORD'}`,
    `  API key    ${account.apiKey ?? 'as set in CAIRN_BOOTSTRAP_API_KEY'}`,
  ];
}

/** The first account alone. */
export const accountText = (account: FirstAccount): string => accountLines(account).join('\n');

function cursorBlock(baseUrl: string, key: string): string {
  const server = { url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ mcpServers: { cairn: server } }, null, 2);
}

function codeBlock(baseUrl: string, key: string): string {
  const server = { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ servers: { cairn: server } }, null, 2);
}

function saveCommand(baseUrl: string, key: string): string {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'save_memory', arguments: { content: 'The sky was clear today.' } },
  };
  return [
    `curl -s ${baseUrl}/mcp/tools/call \\`,
    `  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(call)}'`,
  ].join('\n');
}

const indented = (text: string): string => text.replace(/^/gm, '  ');
