import { z } from 'zod';

/** One setting that is missing or wrong. */
export interface ConfigProblem {
  readonly name: string;
  /** What it takes; never the value that was given. */
  readonly takes: string;
}

/** Thrown by `readEnv`; its message has one line per setting and holds no value. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ name, takes }) => `${name} ${takes}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** For `superRefine` on a schema for `readEnv`: the rule is judged whatever is wrong with single settings, and a bad one counts as set. */
export const acrossSettings = { when: () => true } as const;

/**
 * Reads settings out of an environment. An empty or blank value counts as unset. All faults are reported at once, one line per
 * variable, the first of it; the messages of rules across variables (`superRefine` with `acrossSettings`) follow the variable's name
 * (`must be set when DATABASE_URL is`).
 *
 * @throws ConfigError
 */
export function readEnv<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, env: Environment): z.output<z.ZodObject<Shape>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new ConfigError(problemsOf(schema.shape, given, read.error.issues));
}

function problemsOf(shape: z.ZodRawShape, given: Environment, issues: readonly z.core.$ZodIssue[]): readonly ConfigProblem[] {
  const byName = new Map<string, ConfigProblem>();
  for (const issue of issues) {
    const name = String(issue.path[0] ?? 'configuration');
    if (!byName.has(name)) byName.set(name, { name, takes: takesOf(shape[name], { issue, isGiven: name in given }) });
  }
  return [...byName.values()];
}

function takesOf(field: z.core.$ZodType | undefined, { issue, isGiven }: { issue: z.core.$ZodIssue; isGiven: boolean }): string {
  if (issue.code === 'custom' && issue.message !== 'Invalid input') return issue.message;
  const description = field === undefined ? undefined : descriptionOf(field);
  return `${isGiven ? 'must be' : 'is not set; it must be'} ${description ?? 'a valid value'}`;
}

/** The description of a schema or of what it wraps. */
function descriptionOf(schema: z.core.$ZodType): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  if (schema.description !== undefined) return schema.description;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return descriptionOf(schema.unwrap());
  return schema instanceof z.ZodPipe ? descriptionOf(schema.in) : undefined;
}
