// The floor of a call without I/O: Node's own HTTP server, which parses a JSON body and answers with JSON.
import { createServer } from 'node:http';
import { serving } from './servers/serving.ts';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const call = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; params: { arguments: { text: string } } };
    const text = JSON.stringify({ jsonrpc: '2.0', id: call.id, result: { success: true, text: call.params.arguments.text } });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
});
server.listen(0, '127.0.0.1', () => serving(server));
