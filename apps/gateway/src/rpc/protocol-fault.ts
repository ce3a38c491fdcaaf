import type { RpcErrorBody, RpcId } from '@cairn/service-kit';

const faults = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
} as const;

/** A request that is no call at all; JSON-RPC reserves a code for each kind. All are HTTP 400. */
export class ProtocolFault {
  readonly word: keyof typeof faults;
  readonly message: string;
  /** Null when the request has no id that can be echoed. */
  readonly id: RpcId;

  constructor(word: keyof typeof faults, message: string, id: RpcId = null) {
    this.word = word;
    this.message = message;
    this.id = id;
  }

  toBody(requestId: string): RpcErrorBody {
    return {
      jsonrpc: '2.0',
      id: this.id,
      error: { code: faults[this.word], message: this.message, data: { status: 400, error: this.word, request_id: requestId } },
    };
  }
}
