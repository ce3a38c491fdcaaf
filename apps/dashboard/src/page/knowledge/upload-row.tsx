import { mayComeRight } from '../api/fault.ts';
import { projectPath } from '../app/route.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { sizeWords } from '../ui/size.ts';
import type { UploadState } from './use-uploads.ts';

interface UploadRowProps {
  readonly projectId: string;
  readonly upload: UploadState;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

/** A file that is on its way. */
export function UploadRow({ projectId, upload, onRetry, onDrop }: UploadRowProps) {
  const { file, title, stage, sent, fault } = upload;
  const name = title ?? file.name;
  const approvalId = fault?.approvalId;
  return (
    <li className="entry">
      <p className="title">
        {name}{' '}
        {stage === 'failed' && (
          <span className={`badge ${approvalId === undefined ? 'bad' : 'wary'}`}>
            {approvalId === undefined ? 'Not sent' : 'Asks people'}
          </span>
        )}
        {stage !== 'failed' && (
          <span className="badge busy">{stage === 'waiting' ? 'Waiting' : `Sending ${Math.round(sent * 100)} %`}</span>
        )}
      </p>
      {fault ? (
        <p className={approvalId === undefined ? 'error' : undefined} role="alert">
          {approvalId === undefined ? (
            fault.message
          ) : (
            <>
              Somebody has to approve it first. <Link to={projectPath(projectId, 'approvals', approvalId)}>See the approval</Link>, and try
              again from here once it is given, or add the same file then.
            </>
          )}
        </p>
      ) : (
        <div className="facts">
          <span>{sizeWords(file.size)}</span>
          <ProgressBar share={sent} label={`${name} sent`} />
        </div>
      )}
      <div className="actions">
        {stage === 'failed' && fault !== undefined && (mayComeRight(fault) || approvalId !== undefined) && (
          <Button tone="quiet" icon="retry" onClick={onRetry}>
            Try again
          </Button>
        )}
        <IconButton icon="close" label={stage === 'failed' ? `Forget ${name}` : `Stop ${name}`} onClick={onDrop} />
      </div>
    </li>
  );
}
