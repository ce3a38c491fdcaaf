import type { Conditions, Rule } from '../rules/rule.ts';

/** Conditions on who acts, when, and after what: an action alone cannot tell whether they hold. */
const circumstantial = ['agent', 'user', 'credential', 'time', 'rate', 'sum', 'after'] as const satisfies readonly (keyof Conditions)[];

/** A rule as far as it is about actions, whatever the circumstances. */
export function ofActions(rule: Rule): Rule {
  return { ...rule, when: { ...rule.when, ...Object.fromEntries(circumstantial.map((name) => [name, undefined])) } };
}

const isCircumstantial = ({ when }: Rule): boolean => circumstantial.some((name) => when[name] !== undefined);

/**
 * The rules at their laxest, whoever acts and whenever: what allows under some circumstances allows, and what denies or asks under some
 * does not. Where a command is run, and with which variables, counts as a circumstance too.
 */
export function atTheirLaxest(rules: readonly Rule[]): readonly Rule[] {
  return rules.flatMap((rule) => {
    if (rule.effect === 'allow') return [anywhere(ofActions(rule))];
    return isCircumstantial(rule) ? [] : [rule];
  });
}

/** What the gate's actions are told apart by: the command that is run, the file that is written. */
const told = new Set(['/command', '/path']);

function anywhere(rule: Rule): Rule {
  const args = rule.when.args?.filter(({ path }) => told.has(path));
  return { ...rule, when: { ...rule.when, args: args?.length === 0 ? undefined : args } };
}
