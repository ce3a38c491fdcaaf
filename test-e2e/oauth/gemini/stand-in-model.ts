import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands in for the vendor's model, so that the client needs no account: it makes a tool call and says a word. */
export interface StandInModel {
  readonly url: string;
  /** What the model was offered with the latest prompt, and what came back of the call that it made, if any. */
  latest(): Turn;
  close(): void;
}

export interface Turn {
  readonly tools: readonly string[];
  readonly results: readonly unknown[];
}

interface Call {
  readonly name: string;
  readonly args: object;
}

interface ModelRequest {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents?: readonly { readonly parts?: readonly { readonly functionResponse?: { readonly response: unknown } }[] }[];
}

/** Speaks as much of Gemini's `streamGenerateContent` as a prompt needs; makes the call where the tool is offered. */
export async function startStandInModel(call: Call): Promise<StandInModel> {
  let latest: Turn = { tools: [], results: [] };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    latest = turnIn(JSON.parse(text) as ModelRequest);
    const calls = latest.results.length === 0 && latest.tools.includes(call.name);
    const part = calls ? { functionCall: call } : { text: 'Done.' };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ candidates: [candidate] })}\n\n`);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    latest: () => latest,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function turnIn({ tools = [], contents = [] }: ModelRequest): Turn {
  return {
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    results: contents.flatMap(({ parts = [] }) =>
      parts.flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse.response])),
    ),
  };
}
