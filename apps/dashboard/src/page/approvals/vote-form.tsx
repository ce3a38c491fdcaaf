import { useState } from 'react';
import type { Approval, Ballot, Grant } from '../api/approvals.ts';
import { forgetDrafts, useDraft } from '../data/draft.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { grantChoices, grantOf } from './grant-choices.ts';

interface VoteFormProps {
  readonly approval: Approval;
  readonly onVote: (ballot: Ballot, once: string) => Promise<void>;
}

/** Yes or no, with a word on why. However often it is pressed, it is one vote. */
export function VoteForm({ approval, onVote }: VoteFormProps) {
  const draft = `vote ${approval.id}`;
  const [comment, setComment] = useDraft(draft, '');
  const [given, setGiven] = useState('once');
  const choices = grantChoices(approval);
  const once = useOnce();
  const cast = useAction(async (decision: Ballot['decision']) => {
    const grant: Grant | undefined = decision === 'approve' ? grantOf(given, Date.now()) : undefined;
    const ballot = { decision, ...(comment.trim() !== '' && { comment: comment.trim() }), ...(grant && { grant }) };
    await onVote(ballot, once(`${decision} ${given} ${comment}`));
    forgetDrafts(draft);
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const pressed = event.nativeEvent.submitter?.getAttribute('value');
        if (pressed === 'approve' || pressed === 'deny') void cast.run(pressed);
      }}
    >
      <TextArea
        label="Comment"
        hint="Optional. Kept sealed, beside your vote."
        className="short"
        // It is sent in two ways, and the keys say neither.
        aria-keyshortcuts={undefined}
        maxLength={2000}
        value={comment}
        onChange={setComment}
      />
      {choices.length > 1 && (
        <SelectField label="If you approve, it holds" value={given} choices={choices} onChange={setGiven} disabled={cast.isBusy} />
      )}
      <Notice fault={cast.fault} />
      <div className="row">
        <Button tone="primary" icon="check" type="submit" value="approve" isBusy={cast.isBusy}>
          Approve
        </Button>
        <Button icon="close" type="submit" value="deny" isBusy={cast.isBusy}>
          Deny
        </Button>
      </div>
    </form>
  );
}
