import { z } from 'zod';
import { canonicalJson } from '../actions/canonical-json.ts';
import { argumentsOf, clientTool, digest, given } from './tool-input.ts';
import type { Draft, Reader } from './tool-input.ts';

const invoked = (agentId: string, task: string): Draft => ({
  kind: 'agent.invoke',
  agent_id: agentId,
  rights: [],
  depth: 0,
  task_hash: digest(task),
});

/** `Agent`, and `Task` as it was called before. */
export const agent: Reader = (use) => {
  const input = given(use, z.object({ prompt: z.string(), subagent_type: z.string().min(1).optional() }));
  return [invoked(input.subagent_type ?? 'general-purpose', input.prompt)];
};

const told = z.union([
  z.object({ to: z.string().min(1), message: z.unknown() }),
  z.object({ recipient: z.string().min(1), content: z.unknown() }).transform((one) => ({ to: one.recipient, message: one.content })),
]);

/** An agent that is told something goes on with it. */
export const message: Reader = (use) => {
  const { to, message: said = null } = given(use, told);
  return [invoked(to, typeof said === 'string' ? said : canonicalJson(said))];
};

/** A script that lets agents act. */
export const workflow: Reader = (use) => {
  const input = argumentsOf(use);
  const name = input['name'];
  return [{ ...invoked(typeof name === 'string' && name !== '' ? name : 'workflow', canonicalJson(input)), options: input }];
};

/** Codex's, as far as it says in words what the agent is to do. */
export const spawned: Reader = (use, client) => {
  const { message: task, agent_type: type } = argumentsOf(use);
  return typeof task === 'string' ? [invoked(typeof type === 'string' && type !== '' ? type : 'default', task)] : clientTool(use, client);
};
