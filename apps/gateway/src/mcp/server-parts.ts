import type { ServerDescription } from './description.ts';
import type { McpExtension } from './extension.ts';
import type { ToolCallDeps } from './tool-call.ts';

/** What a server of either era is made from. */
export interface ServerParts {
  readonly description: ServerDescription;
  readonly calls: ToolCallDeps;
  readonly extension: McpExtension | undefined;
}
