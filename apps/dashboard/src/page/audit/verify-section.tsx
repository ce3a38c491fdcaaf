import { useState } from 'react';
import { verifyAudit } from '../api/audit.ts';
import type { Verification } from '../api/audit.ts';
import type { ProjectRef } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { tamperWords } from './audit-words.ts';

interface VerifyProps {
  readonly project: ProjectRef;
  /** Shows the audit from an entry on. */
  readonly onShow: (seq: number) => void;
}

/** Recomputes the whole chain, and says whether it is as it was written, or where it first is not. */
export function VerifySection({ project, onShow }: VerifyProps) {
  const [found, setFound] = useState<Verification>();
  const verify = useAction(async () => {
    setFound(undefined);
    setFound(await verifyAudit(project.id));
  });
  return (
    <Section
      title="Is it whole?"
      about="Each entry holds the hash of the one before, and the end is signed now and then. Verifying recomputes all of it."
      actions={
        <Button icon="check" isBusy={verify.isBusy} onClick={() => void verify.run()}>
          Verify
        </Button>
      }
    >
      <Notice fault={verify.fault} />
      <div role="status" className={found && (found.valid ? 'callout good' : 'callout bad')}>
        {found?.valid && <Whole found={found} />}
        {found && !found.valid && <Broken found={found} onShow={onShow} />}
      </div>
    </Section>
  );
}

function Whole({ found: { entries, head } }: { readonly found: Verification }) {
  return (
    <p>
      <Icon name="check" /> {entries === 1 ? 'The one entry is' : `All ${entries.toLocaleString('en')} entries are`} as written. The last is
      #{head.seq}, <code>{head.hash.slice(0, 16)}…</code>
    </p>
  );
}

function Broken({ found, onShow }: { readonly found: Verification; readonly onShow: (seq: number) => void }) {
  const { entries, first_bad_seq: bad, reason = '' } = found;
  return (
    <>
      <p>
        <Icon name="alert" /> The audit was tampered with. {entries.toLocaleString('en')} entries are as written
        {bad === undefined ? '' : `; the first that cannot be vouched for is #${bad}`}: {tamperWords[reason] ?? reason}.
      </p>
      {bad !== undefined && (
        <Button tone="quiet" onClick={() => onShow(Math.max(1, bad - 1))}>
          Show from there
        </Button>
      )}
    </>
  );
}
