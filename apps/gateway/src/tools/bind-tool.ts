import { createReader, jsonSchemaOf } from '@cairn/contracts';
import type { ToolContract } from '@cairn/contracts';
import type { z } from 'zod';
import { requireRight } from '../caller/require-right.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Gives a contract its work, whose result is told as a success. The arguments are read once, by the contract's own schema. */
export function bindTool<Contract extends ToolContract>(
  contract: Contract,
  work: (context: ToolContext, args: z.output<Contract['args']>) => Promise<Omit<z.output<Contract['result']>, 'success'>>,
): Tool {
  const { name, title, description, annotations } = contract;
  const read = createReader<Contract['args']>(contract.args);
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: jsonSchemaOf(contract.args),
      outputSchema: jsonSchemaOf(contract.result),
      annotations,
    },
    async run(context, args) {
      requireRight(context.actor, annotations.readOnlyHint ? 'read_content' : 'write_content');
      return { success: true, ...(await work(context, read(args))) };
    },
  };
}
