/** What to do when fewer people may vote than have to; undefined when enough may. */
export function hintFor({
  approvers,
  quorum,
  roles,
}: {
  readonly approvers: number;
  readonly quorum: number;
  readonly roles: readonly string[];
}): string | undefined {
  if (approvers >= quorum) return undefined;
  const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
  return (
    `this needs ${people(quorum)} and ${approvers === 0 ? 'nobody' : `only ${people(approvers)}`} may vote: whoever asked never approves for themselves. ` +
    `Invite somebody as ${roles.join(' or ')}, or let an owner set allow_self_approval in the settings of governance`
  );
}
