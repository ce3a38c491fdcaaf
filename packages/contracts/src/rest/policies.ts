import { z } from 'zod';
import { askedAction } from './asked-action.ts';
import { text, wholeNumber } from '../reading/fields.ts';
import { named } from './list.ts';
import { evaluation } from './policy-evaluation.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const request = named(
  'PolicyEvaluationRequest',
  z.strictObject({
    action: askedAction.meta({ description: 'What an agent is about to do.' }),
    agent_id: text({ description: 'The agent that acts, 1 to 256 characters.', max: 256, unit: 'characters' }).optional(),
    revision: wholeNumber(0, 'A revision of the project to try in place of the one in force; 0 is the built-in one.').optional(),
  }),
);

export const policyRoutes = {
  evaluatePolicy: {
    method: 'POST',
    path: '/v1/policies/evaluate',
    tag: 'Governance',
    summary: 'Try what would be decided about an action',
    description:
      'A dry run: the action is held against what is in force, of the workspace and the project, or against a revision that is named, with the past as it is. Nothing is stored, asked for or run.',
    credentials: anyCredential,
    body: request,
    answers: { 200: { description: 'The decision and why.', body: evaluation } },
  },
} as const satisfies RestRoutes;
