export { createGatewayApp } from './gateway-app.ts';
export type { GatewayAppDeps } from './gateway-app.ts';
export { mountGateway } from './mount-gateway.ts';
export type { GatewayDeps } from './mount-gateway.ts';
export type { McpExtension } from './mcp/extension.ts';
export { bindTool } from './tools/bind-tool.ts';
export type { Tool } from './tools/tool.ts';
