/** Of a route as it is mounted: what stands behind `/v1`. */
export function groupOf(url: string): string | undefined {
  if (url === '/mcp/tools/call') return 'tools_call';
  if (url === '/mcp') return 'mcp';
  const [, version, group] = url.split('/');
  return version === 'v1' ? group : undefined;
}
