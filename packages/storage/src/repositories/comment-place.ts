/** What the sealed comment of a vote is bound to. */
export function commentPlace(vote: { readonly projectId: string; readonly approvalId: string; readonly userId: string }): string {
  return `votes:${vote.projectId}:${vote.approvalId}:${vote.userId}`;
}
