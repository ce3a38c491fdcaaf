import { randomUUID } from 'node:crypto';
import { startModelServer } from '@cairn/test-kit';
import type { ModelServer } from '@cairn/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, shell } from '../governance/asking.ts';
import { documents, settled, upload } from '../knowledge/documents.ts';
import { call, callerFor } from '../product/caller.ts';
import { callThrough, doors } from '../product/doors.ts';
import { freePort } from '../product/free-port.ts';
import { signIn } from '../product/person.ts';
import { newProject } from '../product/stage.ts';
import type { Project } from '../product/stage.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';
import { chatSettings } from '../synthesis/provider.ts';
import { completed, save, submit } from '../tasks/tasks.ts';
import { startCollector } from './collector.ts';
import type { Collector } from './collector.ts';

/** A word that stands in everything that people wrote, and in nothing else. */
const word = `planted${randomUUID().replaceAll('-', '')}`;
const metricsToken = `metrics-${word}`;
const operatorToken = `operator-${word}-${word}`;

let collector: Collector;
let provider: ModelServer;
let product: Product;
let project: Project;
let metricsPort: number;
/** Credentials, which no place may tell even a part of. */
const secrets: string[] = [metricsToken, operatorToken];

beforeAll(async () => {
  [collector, provider, metricsPort] = await Promise.all([startCollector(), startModelServer(), freePort()]);
  product = await startProduct({
    env: {
      ...collector.env,
      ...chatSettings(provider, 'openai'),
      CAIRN_AI_INPUT_PRICE: '2.5',
      CAIRN_AI_OUTPUT_PRICE: '10',
      CAIRN_LOG_LEVEL: 'trace',
      CAIRN_METRICS_TOKEN: metricsToken,
      CAIRN_METRICS_PORT: String(metricsPort),
      CAIRN_OPERATOR_TOKEN: operatorToken,
    },
  });
  const person = await signIn(product);
  project = await newProject(person);
  const { apiKey, password } = product.account;
  secrets.push(apiKey, password, person.token, project.secret, project.otherSecret);
});
afterAll(async () => {
  await product.stop();
  await Promise.all([collector.close(), provider.close()]);
});

/** Does everything that people write something for, well and badly. */
async function useEverything(): Promise<void> {
  const { caller, session } = project;
  for (const door of doors) {
    const { result } = await callThrough(door, caller, 'save_memory', { content: `memory ${word}`, agent_name: word });
    await callThrough(door, caller, 'update_memory', { memory_id: result.memory_id, content: `changed ${word}` });
    await callThrough(door, caller, 'update_memory', { memory_id: word, content: word });
    await callThrough(door, caller, 'save_memory', { content: word, [word]: word });
    await callThrough(door, caller, 'search_knowledge', { query: `What is ${word}?` });
  }
  await upload(caller, { bytes: `# ${word}\n\nThe ${word} is in the safe.`, name: `${word}.md` });
  const { body: failing } = await caller.rest('POST', documents, { title: word, content: ' ' });
  await settled(caller, failing.document_id);
  const { body: document } = await caller.rest('POST', documents, { title: `${word} too`, content: `The ${word} is blue.` });
  await settled(caller, document.document_id);
  await caller.tool('search_knowledge', { query: `Where is the ${word}?` });
  await caller.rest('POST', '/v1/memories/search', { query: word });
  await caller.rest('POST', '/v1/context', { task: word, max_tokens: 500 });
  await ask(caller, shell(`rm -rf /${word}`));
  await ask(caller, shell(`npm publish ${word}`));
  await completed(caller, await submit(caller, { goal: word, steps: [save('a', word)] }));
  await session.rest('POST', '/v1/policies/evaluate', { action: shell(word) });
  await session.rest('POST', '/v1/agents', { name: word, instructions: word });
  await caller.rest('GET', `/v1/memories?agent_id=${word}&api_key_hint=${word}`);
  await call(`${product.baseUrl}/v1/memories?api_key=${project.secret}&q=${word}`);
  await call(`${product.baseUrl}/v1/memories?api_key=${project.secret}&limit=${word}`);
  await call(`${product.baseUrl}/v1/${word}/${word}`);
  await caller.rest('GET', `/v1/memories/${word}`);
  await call(`${product.baseUrl}/operator/workspaces`, { headers: { authorization: `Bearer ${operatorToken}` } });
  await call(`${product.baseUrl}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  await callerFor(product.baseUrl, `cairn_${word}`).tool('get_memories', {});
  await caller.rest('POST', '/v1/memories', { content: { [word]: word } });
  await call(`${product.baseUrl}/mcp/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.secret}`, 'content-type': 'application/json' },
    body: `{"jsonrpc":"2.0","${word}`,
  });
  // A model that fails and quotes the question.
  provider.always({ status: 500, body: JSON.stringify({ error: { message: `cannot answer ${word}` } }) });
  await caller.tool('search_knowledge', { query: `Who took the ${word}?` });
}

const scrape = async (): Promise<string> => (await call(`http://127.0.0.1:${metricsPort}/metrics`)).text;

test('with everything on, neither log, traces nor metrics tell a secret or a word that somebody wrote', async () => {
  await useEverything();
  const last = (await project.caller.rest('GET', '/v1/projects')).headers.get('trace-id') ?? '';
  await expect.poll(() => collector.logs().some(({ traceId }) => traceId === last), { timeout: 15_000 }).toBe(true);
  await expect.poll(() => collector.spans().some(({ traceId }) => traceId === last), { timeout: 15_000 }).toBe(true);
  const places = { printed: product.output(), collected: collector.text(), scraped: await scrape() };
  // The proof would be worth nothing if nothing were told.
  expect(collector.spans().length).toBeGreaterThan(100);
  expect(collector.logs().length).toBeGreaterThan(50);
  expect(places.scraped).toContain('cairn_tool_duration_count');
  for (const [place, text] of Object.entries(places)) {
    expect([place, text.includes(word)]).toEqual([place, false]);
    for (const secret of secrets) {
      for (const part of [secret, secret.slice(0, 24), secret.slice(-24)]) expect([place, text.includes(part)]).toEqual([place, false]);
    }
  }
});

test('metrics tell neither where the program is nor how it was started, although the collector is told', async () => {
  const metrics = await scrape();
  expect(metrics).toMatch(/^target_info\{service_name="[^"]+",service_version="[^"]+"\} 1$/m);
  expect(metrics).not.toMatch(/process_executable|process_command|host_id|process_pid|main\.ts|node_modules/);
});

test('what waits for a worker and what a model costs is measured', async () => {
  const text = await scrape();
  expect(text).toMatch(/^cairn_job_lag_count\{[^}]*job="knowledge\.ingest"[^}]*\} [1-9]/m);
  expect(text).toMatch(/^gen_ai_client_token_usage_sum\{[^}]*gen_ai_token_type="input"[^}]*\} [1-9]/m);
  const cost = Number(/^gen_ai_client_cost_total\{.*\} (\S+)/m.exec(text)?.[1]);
  expect(cost).toBeGreaterThan(0);
});
