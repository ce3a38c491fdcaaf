import type { ListedApproval } from '../api/approvals.ts';
import { projectPath } from '../app/route.ts';
import { riskTone, riskWords } from '../governance/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Ago } from '../ui/time.tsx';
import { askerOf, deedWords, statusWords } from './approval-words.ts';

/** One line of the inbox. It leads to the card, where the whole action is: nobody decides by a line. */
export function ApprovalRow({ approval, projectId }: { readonly approval: ListedApproval; readonly projectId: string }) {
  const { id, kind, title, status, risk, quorum, approved_by: given, voting, agent_id: agent, asks } = approval;
  const { name, tone } = statusWords[status];
  return (
    <li className="entry approval">
      <p className="title">
        <Link to={projectPath(projectId, 'approvals', id)} className={kind === 'shell.exec' ? 'cut command' : 'cut'}>
          {title}
        </Link>
      </p>
      <p className="facts">
        <span>{deedWords(approval)}</span>
        <span>
          {askerOf(approval)}
          {agent !== null && `, by the agent ${agent}`}
        </span>
        <span>
          <Ago at={approval.created_at} />
          {asks > 1 && `, asked ${asks} times`}
        </span>
        {status === 'pending' && quorum > 1 && <span>{`${given} of ${quorum} approved`}</span>}
        {status === 'pending' && voting === 'self_approval' && <span>Somebody else decides</span>}
        {status === 'pending' && voting === 'voted_before' && <span>You have voted</span>}
        {status === 'pending' && (
          <span>
            Expires <Ago at={approval.expires_at} />
          </span>
        )}
      </p>
      <div className="actions">
        {risk.level !== 'low' && <Badge tone={riskTone(risk.level)}>{riskWords(risk.level)}</Badge>}
        <Badge tone={tone}>{name}</Badge>
      </div>
    </li>
  );
}
