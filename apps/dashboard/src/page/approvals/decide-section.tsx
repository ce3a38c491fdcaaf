import { vote } from '../api/approvals.ts';
import type { Approval } from '../api/approvals.ts';
import { asFault } from '../api/fault.ts';
import type { Membership, ProjectRef, Role } from '../api/people.ts';
import { may } from '../app/me.ts';
import { workspacePath } from '../app/route.ts';
import { usePeople } from '../governance/people.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { roleName } from '../workspace/roles.ts';
import { meaningOf, quorumWords, rolesIn, whyNot } from './approval-words.ts';
import { FourEyes, useSelfApproval } from './four-eyes.tsx';
import { VoteForm } from './vote-form.tsx';

interface DecideProps {
  readonly project: ProjectRef;
  readonly workspace: Membership;
  readonly approval: Approval;
  readonly onVoted: (approval: Approval) => void;
  /** What decides who may vote has changed. */
  readonly onSettled: () => Promise<void>;
}

/** Who has said what, who may, and the form for whoever may. */
export function DecideSection({ project, workspace, approval, onVoted, onSettled }: DecideProps) {
  const selfApproval = useSelfApproval(project.id);
  const isWaiting = approval.status === 'pending';
  const refusal = isWaiting ? whyNot(approval) : undefined;
  return (
    <Section title="Decision" about={isWaiting ? quorumWords(approval, selfApproval) : meaningOf(approval)}>
      <Votes
        approval={approval}
        people={usePeople(
          workspace,
          approval.votes.map(({ user_id: id }) => id),
        )}
      />
      {refusal !== undefined && (
        <p className="callout">
          <Icon name="people" /> {refusal}
        </p>
      )}
      {isWaiting && approval.approvers < approval.quorum && <TooFew approval={approval} workspace={workspace} />}
      {isWaiting && approval.voting === 'self_approval' && workspace.role === 'owner' && (
        <FourEyes project={project} isBare onChanged={onSettled} />
      )}
      {isWaiting && approval.voting === 'may_vote' && (
        <VoteForm
          approval={approval}
          onVote={async (ballot, once) => {
            try {
              onVoted(await vote(project.id, approval.id, { ballot, once }));
              toast(ballot.decision === 'approve' ? 'You approved it.' : 'You denied it.');
            } catch (error) {
              if (asFault(error).kind !== 'conflict') throw error;
              // Somebody was faster: the card tells who.
              await onSettled();
              toast(asFault(error).message);
            }
          }}
        />
      )}
    </Section>
  );
}

/** How there come to be enough people to vote. */
function TooFew({ approval: { voting, roles }, workspace }: { readonly approval: Approval; readonly workspace: Membership }) {
  if (!may(workspace.role, 'manage_members')) {
    return <p className="quiet">Too few people may vote. An owner or admin of the workspace invites somebody as {rolesIn(roles)}.</p>;
  }
  const mayLift = voting === 'self_approval' && workspace.role === 'owner';
  return (
    <p className="quiet">
      <Link to={workspacePath(workspace.id, 'members')}>Invite somebody</Link> as {rolesIn(roles)}
      {mayLift && ', or, if you work alone, let people approve for themselves'}.
    </p>
  );
}

interface VotesProps {
  readonly approval: Approval;
  readonly people: ReadonlyMap<string, string>;
}

function Votes({ approval: { votes }, people }: VotesProps) {
  if (votes.length === 0) return null;
  return (
    <ul className="list" aria-label="Votes">
      {votes.map(({ user_id: id, name, role, decision, comment, created_at: at }) => (
        <li key={id} className="entry">
          <p className="title">{name ?? people.get(id) ?? `Somebody who voted as ${roleName(role as Role).toLowerCase()}`}</p>
          <p className="facts">
            <span>{roleName(role as Role)}</span>
            <Ago at={at} />
          </p>
          {comment !== null && <p className="comment">{comment}</p>}
          <div className="actions">
            <Badge tone={decision === 'approve' ? 'good' : 'bad'}>{decision === 'approve' ? 'Approved' : 'Denied'}</Badge>
          </div>
        </li>
      ))}
    </ul>
  );
}
