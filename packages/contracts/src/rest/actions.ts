import { z } from 'zod';
import { askedAction } from './asked-action.ts';
import { text, uuid } from '../reading/fields.ts';
import { decision } from './decision-schema.ts';
import { idParams, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const request = named(
  'ActionRequest',
  z.strictObject({
    action: askedAction.meta({ description: 'What you are about to do, exactly.' }),
    agent_id: text({ description: 'The agent that acts, 1 to 256 characters.', max: 256, unit: 'characters' }).optional(),
    task_id: text({
      description:
        'What it is a step of, 1 to 256 characters: what people deny holds for the whole task, and what they approve for this task.',
      max: 256,
      unit: 'characters',
    }).optional(),
  }),
);

const start = named(
  'ActionStart',
  z.strictObject({
    permit: text({ description: 'The token of the permit.', max: 256, unit: 'characters' }),
    action_digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'must be a digest as 64 hexadecimal digits in lower case' })
      .optional()
      .meta({ description: 'Of what you are about to do, where you kept it: another one than the permit is for is refused.' }),
  }),
);

const execution = named('ExecutionStarted', z.strictObject({ execution_id: uuid('Report what became of it under this id.') }));

const outcome = named(
  'ExecutionOutcome',
  z.strictObject({
    status: z.enum(['succeeded', 'failed', 'unknown']).meta({ description: 'unknown: it cannot be told whether it was done.' }),
    exit_code: z.int().min(-2_147_483_648).max(2_147_483_647).optional().meta({ description: 'Of the process.' }),
    summary: text({ description: 'What happened, at most 4096 bytes of UTF-8. Kept sealed.', max: 4096, unit: 'bytes' }).optional(),
  }),
);

const reported = named(
  'ExecutionReported',
  z.strictObject({ execution_id: uuid('The execution.'), status: z.enum(['succeeded', 'failed', 'unknown']) }),
);

const tag = 'Governance';

export const actionRoutes = {
  decideAction: {
    method: 'POST',
    path: '/v1/actions',
    tag,
    summary: 'Ask before you do something risky',
    description:
      'The action is decided on by the revision of the policy in force, and the decision is written down with its audit. Nothing is run here. ' +
      'What is allowed comes with a permit: start the action with it, then do it. What needs people comes with an approval: ask the very same ' +
      'again once it is approved. Asking the same while it waits joins the approval that is there. Secrets in the action decide with the rest and are kept nowhere: ' +
      'a commitment stands in their place, `REDACTED-hmac-…`, the same for the same secret. At most 256 KiB.',
    credentials: anyCredential,
    body: request,
    answers: { 200: { description: 'The decision and why.', body: decision } },
  },
  startAction: {
    method: 'POST',
    path: '/v1/actions/{decision_id}/start',
    tag,
    summary: 'Spend a permit and begin',
    description:
      'A permit is spent once, by the credential that asked, before it ends and while the policy and the approval behind it stand. Of any number of ' +
      'calls at once, one succeeds.',
    credentials: anyCredential,
    params: z.object({ decision_id: uuid('The decision.') }),
    body: start,
    answers: {
      200: { description: 'Begin now.', body: execution },
      409: { description: 'The permit was spent, has ended, is for another action, or the policy has changed; a problem document.' },
    },
  },
  reportOutcome: {
    method: 'POST',
    path: '/v1/executions/{id}/outcome',
    tag,
    summary: 'Tell what became of an action',
    credentials: anyCredential,
    params: idParams,
    body: outcome,
    answers: {
      200: { description: 'It is noted.', body: reported },
      409: { description: 'It was told before; a problem document.' },
    },
  },
} as const satisfies RestRoutes;
