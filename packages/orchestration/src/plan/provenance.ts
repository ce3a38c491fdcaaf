import type { Action } from '@cairn/governance';
import { placesOfReferences } from './references.ts';
import type { StepKind } from './step-kinds.ts';

type Call = Extract<Action, { readonly kind: 'mcp.call' }>;
type Label = NonNullable<Call['untrusted']>[number];

/** Where what a step gives comes from. Steps that are not named give nothing but what the service made itself: ids and times. */
const sources: Readonly<Partial<Record<StepKind, Label['source']>>> = {
  'memory.search': 'memory',
  'knowledge.search': 'document',
  'model.generate': 'tool_result',
  action: 'tool_result',
  task: 'tool_result',
  wait: 'tool_result',
};

/** Most labels that an action takes. */
const maxLabels = 256;

const within = '/action/arguments/';

/**
 * An action with labels on the arguments that came from earlier steps, beside those that it has: the plan tells where they come from,
 * whatever its author says of them.
 * @param input the step's input as it stands in the plan
 * @param kindOf the kind of a step; undefined: there is none of that id
 */
export function withProvenance(action: Action, input: unknown, kindOf: (step: string) => StepKind | undefined): Action {
  if (action.kind !== 'mcp.call') return action;
  const found = placesOfReferences(input).flatMap(({ pointer, steps }) =>
    steps.flatMap((step) => {
      const source = sources[kindOf(step) ?? 'wait'];
      return source === undefined ? [] : pathsOf(action, pointer).map((path) => ({ path, source }));
    }),
  );
  if (found.length === 0) return action;
  const labels = distinct([...(action.untrusted ?? []), ...found]);
  return { ...action, untrusted: labels.length <= maxLabels ? labels : distinct(labels.map(whole)).slice(0, maxLabels) };
}

/** The arguments that are put in at a place of the input: one of them, or, where more than that is put in, all. */
function pathsOf({ arguments: args }: Call, pointer: string): readonly string[] {
  if (pointer.startsWith(within)) return [pointer.slice(within.length - 1)];
  if (!within.startsWith(`${pointer}/`)) return [];
  return Object.keys(args).map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** The same of the whole argument. */
const whole = ({ path, source }: Label): Label => ({ path: path.split('/', 2).join('/'), source });

const distinct = (labels: readonly Label[]): Label[] => [
  ...new Map(labels.map((label) => [`${label.source} ${label.path}`, label])).values(),
];
