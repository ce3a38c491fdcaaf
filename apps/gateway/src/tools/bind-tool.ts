import { createReader, jsonSchemaOf } from '@cairn/contracts';
import type { ToolContract } from '@cairn/contracts';
import type { Actor, Stores } from '@cairn/core';
import type { Action, GovernedAction, Governor, Ruling } from '@cairn/governance';
import type { z } from 'zod';
import { requireRight } from '../caller/require-right.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Which action a call is, for the rules. */
export interface Governed<Args> {
  readonly governor: Governor;
  readonly kind: Action['kind'];
  readonly action: (args: Args, asked: { readonly actor: Actor; readonly stores: Stores }) => GovernedAction | Promise<GovernedAction>;
}

type Work<Contract extends ToolContract> = (
  context: ToolContext,
  args: z.output<Contract['args']>,
) => Promise<Omit<z.output<Contract['result']>, 'success'>>;

/**
 * Gives a contract its work, whose result is told as a success. The arguments are read once, by the contract's own schema. Work that is
 * governed is done as far as the rules let it.
 */
export function bindTool<Contract extends ToolContract>(
  contract: Contract,
  work: Work<Contract>,
  governed?: Governed<z.output<Contract['args']>>,
): Tool {
  const { name, title, description, annotations } = contract;
  const read = createReader<Contract['args']>(contract.args);
  const right = annotations.readOnlyHint ? 'read_content' : 'write_content';
  const carryOut = governed ? underRules(work, governed) : work;
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
      requireRight(context.actor, right);
      return { success: true, ...(await carryOut(context, read(args))) };
    },
    governance: governed && {
      async ask(actor, args) {
        requireRight(actor, right);
        const given = read(args);
        return governed.governor.evaluate(actor, governed.kind, (stores) => governed.action(given, { actor, stores }));
      },
      settle: (actor, error) => governed.governor.settle(actor, error),
    },
  };
}

function underRules<Contract extends ToolContract>(
  work: Work<Contract>,
  { governor, kind, action }: Governed<z.output<Contract['args']>>,
): Work<Contract> {
  return async (context, args) => {
    const { actor, ruling: asked } = context;
    if (asked !== undefined) return governor.carryOutWithin(context.stores, { actor, ruling: asked }, () => work(context, args));
    const ruling: Ruling = await governor.evaluate(actor, kind, (stores) => action(args, { actor, stores }));
    if (ruling === 'free') return work(context, args);
    const { signal, report } = context;
    return governor.carryOut(actor, ruling, (stores) => work({ actor, stores, signal, report }, args));
  };
}
