import type { Action } from '@cairn/governance';
import type { Plan } from './plan-shape.ts';
import { placesOfReferences } from './references.ts';
import type { StepKind } from './step-kinds.ts';

type Call = Extract<Action, { readonly kind: 'mcp.call' }>;
type Label = NonNullable<Call['untrusted']>[number];

/** Where a value comes from that nobody vouches for. */
export type Source = Label['source'];

/** What is known of where the inputs of a plan come from. */
export interface Origins {
  /** The kind of a step; undefined: there is none of that id. */
  readonly kindOf: (step: string) => StepKind | undefined;
  /** Of the goal. */
  readonly goal: readonly Source[];
  /** Of all that the plan says, since a model made it of such a goal. */
  readonly plan: readonly Source[];
}

/** Where what a step gives comes from. Steps that are not named give nothing but what the service made itself: ids and times. */
const sources: Readonly<Partial<Record<StepKind, Source>>> = {
  'memory.search': 'memory',
  'knowledge.search': 'document',
  'model.generate': 'tool_result',
  action: 'tool_result',
  task: 'tool_result',
  wait: 'tool_result',
};

/** Most labels that an action takes. */
const maxLabels = 256;

const argumentsAt = '/action/arguments/';

/**
 * An action with labels on the arguments that came from earlier steps or from such a goal, beside those that it has: the plan tells where
 * they come from, whatever its author says of them.
 * @param input the step's input as it stands in the plan
 */
export function withProvenance(action: Action, input: unknown, origins: Origins): Action {
  return action.kind === 'mcp.call' ? withLabels(action, placesOf(input, origins)) : action;
}

/**
 * A plan for a task below with the same labels on the calls in it, and in the plans within it: it holds what was put in as text of its own,
 * and nothing else tells where that came from.
 * @param input the input of the step that begins the task, as it stands in the plan above
 */
export function planWithProvenance(plan: Plan, input: unknown, origins: Origins): Plan {
  const places = placesOf(input, origins);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- labels are added to calls, and nothing else is changed
  return places.length === 0 ? plan : (labelledIn(plan, '/plan', places) as Plan);
}

/** Where anything in an input comes from that nobody vouches for. */
export const sourcesOf = (input: unknown, origins: Origins): readonly Source[] => [
  ...new Set(placesOf(input, origins).map(({ source }) => source)),
];

function labelledIn(value: unknown, pointer: string, places: readonly Place[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown, at) => labelledIn(one, `${pointer}/${at}`, places));
  if (typeof value !== 'object' || value === null) return value;
  if (callOfStep.test(pointer)) return isCall(value) ? withLabels(value, within(pointer.slice(0, -'/action'.length), places)) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, labelledIn(one, `${pointer}/${escaped(name)}`, places)] as const),
  );
}

const callOfStep = /\/steps\/\d+\/input\/action$/;

/** Its form was checked with the plan, unless it refers to what is not known yet. */
const isCall = (value: object): value is Call =>
  'kind' in value && value.kind === 'mcp.call' && 'arguments' in value && typeof value.arguments === 'object' && value.arguments !== null;

/** Places by their pointers into a part; what holds the part as a whole is at its top. */
const within = (part: string, places: readonly Place[]): readonly Place[] =>
  places.flatMap(({ pointer, source }) => {
    if (pointer.startsWith(`${part}/`)) return [{ pointer: pointer.slice(part.length), source }];
    return `${part}/`.startsWith(`${pointer}/`) ? [{ pointer: '', source }] : [];
  });

interface Place {
  readonly pointer: string;
  readonly source: Source;
}

/** Where an input has or refers to what nobody vouches for. */
const placesOf = (input: unknown, { kindOf, goal, plan }: Origins): readonly Place[] => [
  ...plan.map((source) => ({ pointer: '', source })),
  ...placesOfReferences(input).flatMap(({ pointer, steps }) =>
    steps.flatMap((step) => {
      const named = step === undefined ? goal : [sources[kindOf(step) ?? 'wait'] ?? []].flat();
      return named.map((source) => ({ pointer, source }));
    }),
  ),
];

function withLabels(call: Call, places: readonly Place[]): Call {
  const found = places.flatMap(({ pointer, source }) => pathsOf(call, pointer).map((path) => ({ path, source })));
  if (found.length === 0) return call;
  const labels = distinct([...(call.untrusted ?? []), ...found]);
  return { ...call, untrusted: labels.length <= maxLabels ? labels : distinct(labels.map(whole)).slice(0, maxLabels) };
}

/** The arguments that are put in at a place of the input: one of them, or, where more than that is put in, all. */
function pathsOf({ arguments: args }: Call, pointer: string): readonly string[] {
  if (pointer.startsWith(argumentsAt)) return [pointer.slice(argumentsAt.length - 1)];
  if (!argumentsAt.startsWith(`${pointer}/`)) return [];
  return Object.keys(args).map((name) => `/${escaped(name)}`);
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The same of the whole argument. */
const whole = ({ path, source }: Label): Label => ({ path: path.split('/', 2).join('/'), source });

const distinct = (labels: readonly Label[]): Label[] => [
  ...new Map(labels.map((label) => [`${label.source} ${label.path}`, label])).values(),
];
