import { z } from 'zod';
import { stepByKind } from './input-schemas.ts';
import { planBounds } from './plan-bounds.ts';
import { effectKinds, stepKinds } from './step-kinds.ts';

const { maxSteps, maxDependencies, maxAttempts, defaultAttempts, maxBackoffMs, defaultBackoffMs } = planBounds;
const { maxTimeoutSeconds, maxParallelism, defaultParallelism } = planBounds;

const stepId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, hyphens and underscores' })
  .meta({ description: 'Names the step within its plan: 1 to 64 letters, digits, hyphens and underscores.' });

const input = z.record(z.string(), z.unknown()).meta({
  description:
    'What it works on; which members there are depends on the kind, see the alternatives of the step. A text may refer to what an earlier step gave, as {{steps.find.output.memories.0.content}}, and to {{task.goal}}; a text that is one reference and nothing else becomes the value itself.',
});

const step = z
  .strictObject({
    id: stepId,
    kind: z
      .enum(stepKinds, { error: `must be a kind of step that is known: ${stepKinds.join(', ')}` })
      .meta({ description: 'What it does.' }),
    input: input.optional(),
    depends_on: z
      .array(stepId)
      .max(maxDependencies, { error: `must be at most ${maxDependencies} steps` })
      .optional()
      .meta({ description: `Steps that have to be done before; at most ${maxDependencies}. None: it may start at once.` }),
    needs_approval: z
      .boolean()
      .optional()
      .meta({ description: 'Whether a person has to approve it, whatever the policy says. Default false.' }),
    retry: z
      .strictObject({
        max_attempts: z
          .int()
          .min(1)
          .max(maxAttempts)
          .optional()
          .meta({ description: `Runs in all. Default ${defaultAttempts}.` }),
        backoff_ms: z
          .int()
          .min(0)
          .max(maxBackoffMs)
          .optional()
          .meta({ description: `Wait before the second run, doubled each time, with jitter. Default ${defaultBackoffMs}.` }),
      })
      .optional()
      .meta({ description: 'What happens after a failure that may pass.' }),
    timeout_s: z.int().min(1).max(maxTimeoutSeconds).optional().meta({ description: 'Seconds that it may take. Default by kind.' }),
    compensate: z
      .strictObject({ kind: z.enum(effectKinds).meta({ description: 'What undoes it.' }), input })
      .optional()
      .meta({
        description: 'Undoes the step when the task fails for good or is cancelled after it was done. May refer to its own output.',
      }),
    reason: z.string().max(2000, { error: 'must be at most 2000 characters' }).optional().meta({ description: 'Why it is in the plan.' }),
  })
  .meta({ oneOf: stepByKind });

/** The form of a plan; `planSchema` holds it against the rest. */
export const planShape = z.strictObject({
  steps: z.array(step).meta({ description: `1 to ${maxSteps} steps.`, minItems: 1, maxItems: maxSteps }),
  parallelism: z
    .int()
    .min(1)
    .max(maxParallelism)
    .optional()
    .meta({ description: `Steps that may be carried out at the same time. Default ${defaultParallelism}.` }),
});

/** Steps that depend on each other without a circle. */
export type Plan = z.output<typeof planShape>;
export type PlanStep = Plan['steps'][number];
