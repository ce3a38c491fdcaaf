import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from './inbound.ts';
import type { InboundRequest } from './inbound.ts';
import { RpcError, rpcCodes } from './json-rpc.ts';

/** The revision that an `initialize` asks for. @throws RpcError when the request is not complete. */
export function readInitialize(message: InboundRequest): string {
  const read = InitializeRequestSchema.safeParse(messageOf(message));
  if (read.success) return read.data.params.protocolVersion;
  const paths = [...new Set(read.error.issues.map(({ path }) => path.join('.')))];
  throw new RpcError(rpcCodes.invalidParams, `initialize needs protocolVersion, capabilities and clientInfo; look at ${paths.join(', ')}`);
}
