const meta = (name: string): string => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';

/** The server that the page calls, as the document names it. */
export const baseUrl = meta('cairn-base-url');

/** The path that the pages are below, without a slash at its end. */
export const appPath = meta('cairn-app-path');

/** Where MCP clients connect. */
export const mcpUrl = `${baseUrl}/mcp`;
