// A script: what a person does with the Gemini CLI, from an address alone to a connection that is cut off and made again. The product
// runs here too, since nothing outside can be reached from where this runs. The last line of the output is what was seen, as JSON.
import { networkInterfaces } from 'node:os';
import { call } from '../../product/caller.ts';
import { signIn } from '../../product/person.ts';
import { startProduct } from '../../product/start-product.ts';
import type { Decider } from '../flow.ts';
import { createGeminiCli } from './gemini-cli.ts';
import type { GeminiCli } from './gemini-cli.ts';
import { startStandInModel } from './stand-in-model.ts';
import type { StandInModel, Turn } from './stand-in-model.ts';

/** What the client said of the server, and what its model was offered and got, at one time. */
export interface Sight {
  readonly list: string;
  readonly turn: Turn;
}

export interface Seen {
  readonly interfaces: readonly string[];
  readonly atFirst: Sight;
  readonly signedIn: string;
  readonly connected: Sight;
  readonly connections: readonly { readonly token_id: string; readonly client: { readonly name: string } }[];
  readonly revoked: number;
  readonly cutOff: Sight;
  readonly signedInAgain: string;
  readonly connectedAgain: Sight;
}

const product = await startProduct({ env: { CAIRN_TRUSTED_PROXIES: 'loopback' } });
const model = await startStandInModel({ name: 'mcp_cairn_save_memory', args: { content: 'from the Gemini CLI' } });
const gemini = await createGeminiCli(`${product.baseUrl}/mcp`, model.url);
try {
  const person = await signIn(product);
  const seen = await useAndCutOff(gemini, model, { baseUrl: product.baseUrl, token: person.token, projectId: person.firstProjectId });
  process.stdout.write(`\n${JSON.stringify(seen)}\n`);
} finally {
  await gemini.remove();
  model.close();
  await product.stop();
}

async function useAndCutOff(client: GeminiCli, itsModel: StandInModel, decider: Decider): Promise<Seen> {
  const atFirst = await look(client, itsModel);
  const signedIn = await client.signIn(decider);
  const connected = await look(client, itsModel);
  const { connections, revoked } = await revokeAll(decider);
  const cutOff = await look(client, itsModel);
  const signedInAgain = await client.signIn(decider);
  const connectedAgain = await look(client, itsModel);
  const interfaces = Object.keys(networkInterfaces());
  return { interfaces, atFirst, signedIn, connected, connections, revoked, cutOff, signedInAgain, connectedAgain };
}

async function look(client: GeminiCli, itsModel: StandInModel): Promise<Sight> {
  const list = await client.list();
  await client.prompt('Remember where this came from.');
  return { list, turn: itsModel.latest() };
}

async function revokeAll({ baseUrl, token }: Decider): Promise<Pick<Seen, 'connections' | 'revoked'>> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await call(`${baseUrl}/oauth/connections`, { headers });
  const connections = body.data as Seen['connections'];
  const { status } = await call(`${baseUrl}/oauth/connections/${connections[0]?.token_id}`, { method: 'DELETE', headers });
  return { connections, revoked: status };
}
