import type { ToolContract } from '@cairn/contracts';
import { z } from 'zod';

/** A call that costs what every call costs and nothing of its own. */
export const echoTool = {
  name: 'bench_echo',
  title: 'Echo',
  description: 'Answers with the text that it was given.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  args: z.strictObject({ text: z.string().max(1000) }),
  result: z.strictObject({ success: z.literal(true), text: z.string() }),
} as const satisfies ToolContract;
