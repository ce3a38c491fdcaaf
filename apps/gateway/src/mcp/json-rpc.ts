/** An id as MCP allows it: text or an integer, never null. */
export type RequestId = string | number;

/** Codes of JSON-RPC and those that MCP adds to them. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  sessionNotFound: -32_001,
  unsupportedVersion: -32_022,
} as const;

/** Thrown by request handlers: both SDKs put `code`, `message` and `data` into the error they answer with. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Lists come in one page, so no cursor was ever handed out. @throws RpcError */
export function refuseCursor(params: { readonly cursor?: unknown } | undefined): void {
  if (params?.cursor === undefined) return;
  throw new RpcError(rpcCodes.invalidParams, 'there is no such cursor; ask again without one');
}

/** The text of a response that carries an error; a null id says that the request's could not be read. */
export function errorText(id: RequestId | null, error: { code: number; message: string; data?: unknown }): string {
  const { code, message, data } = error;
  return JSON.stringify({ jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } });
}

/** The text of a response whose result is JSON already. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":${result}}`;
}
