import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js';
import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type {
  CallToolRequest as LegacyCall,
  CallToolResult as LegacyResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type {
  CallToolResult,
  InputRequiredResult,
  Server as ModernServer,
  ServerContext,
  ServerEventBus,
  ServerOptions as ModernOptions,
} from '@modelcontextprotocol/server';
import type { ListedTool } from './description.ts';

type LegacyExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Params of a `tools/call` as the SDKs hand them on. */
type LegacyCallParams = LegacyCall['params'];

/**
 * What an endpoint serves beside the registry's tools: tools that stream or ask, prompts, resources. The product mounts none;
 * the protocol's conformance suite tests the same endpoint through it. Its parts always run in the SDKs.
 */
export interface McpExtension {
  /** Declared beside `tools`. */
  readonly capabilities: Readonly<Record<string, object>>;
  /** Listed after the registry's. */
  readonly tools: readonly ListedTool[];
  readonly legacy: {
    install(server: LegacyServer): void;
    /** Undefined when the tool is not one of its own. */
    call(params: LegacyCallParams, extra: LegacyExtra): Promise<LegacyResult> | undefined;
    /** Makes the streams of sessions resumable. */
    readonly eventStore?: EventStore;
    /** Milliseconds after which a client that lost its stream may come back. */
    readonly retryInterval?: number;
  };
  readonly modern: {
    readonly requestState?: NonNullable<ModernOptions['requestState']>;
    /** Change events for `subscriptions/listen`. */
    readonly bus?: ServerEventBus;
    install(server: ModernServer): void;
    /** Undefined when the tool is not one of its own. */
    call(
      params: { name: string; arguments?: Record<string, unknown> | undefined },
      context: ServerContext,
    ): Promise<CallToolResult | InputRequiredResult> | undefined;
  };
}
