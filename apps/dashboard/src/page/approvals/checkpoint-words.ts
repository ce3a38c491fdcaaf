import type { Approval } from '../api/approvals.ts';

/** What a checkpoint says to whoever decides; empty when it says nothing. Characters that do not show stay escapes, but for line breaks. */
export function messageOf({ parameters }: Pick<Approval, 'parameters'>, step: string): string {
  const written = parameters.find(({ name }) => name === '/resource')?.value ?? '';
  const text = written.replaceAll(/^"|"$/g, '').replaceAll(/\\(["\\/n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
  return text.startsWith(`${step}: `) ? text.slice(step.length + 2) : '';
}
