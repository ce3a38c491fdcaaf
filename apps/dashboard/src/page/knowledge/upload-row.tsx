import { mayComeRight } from '../api/fault.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { sizeWords } from '../ui/size.ts';
import type { UploadState } from './use-uploads.ts';

interface UploadRowProps {
  readonly upload: UploadState;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

/** A file that is on its way. */
export function UploadRow({ upload, onRetry, onDrop }: UploadRowProps) {
  const { file, title, stage, sent, fault } = upload;
  const name = title ?? file.name;
  return (
    <li className="entry">
      <p className="title">
        {name} {stage === 'failed' && <span className="badge bad">Not sent</span>}
        {stage !== 'failed' && (
          <span className="badge busy">{stage === 'waiting' ? 'Waiting' : `Sending ${Math.round(sent * 100)} %`}</span>
        )}
      </p>
      {fault ? (
        <p className="error" role="alert">
          {fault.message}
        </p>
      ) : (
        <div className="facts">
          <span>{sizeWords(file.size)}</span>
          <ProgressBar share={sent} label={`${name} sent`} />
        </div>
      )}
      <div className="actions">
        {stage === 'failed' && fault !== undefined && mayComeRight(fault) && (
          <Button tone="quiet" icon="retry" onClick={onRetry}>
            Try again
          </Button>
        )}
        <IconButton icon="close" label={stage === 'failed' ? `Forget ${name}` : `Stop ${name}`} onClick={onDrop} />
      </div>
    </li>
  );
}
