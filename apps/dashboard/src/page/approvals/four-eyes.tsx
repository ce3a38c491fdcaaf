import { useState } from 'react';
import { changeGovernanceSettings, readGovernanceSettings } from '../api/approvals.ts';
import type { GovernanceSettings } from '../api/approvals.ts';
import type { ProjectRef } from '../api/people.ts';
import { change, useResource } from '../data/resource.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toast-store.ts';

interface FourEyesProps {
  readonly project: ProjectRef;
  /** Whether only the way out is shown, where the words are said already. */
  readonly isBare?: boolean;
  readonly onChanged?: () => Promise<void>;
}

const keyOf = (projectId: string): string => `${projectId} governance settings`;

/** Whether people may approve what they asked for themselves; false until it is known. */
export const useSelfApproval = (projectId: string): boolean =>
  useResource(keyOf(projectId), () => readGovernanceSettings(projectId)).value?.allow_self_approval ?? false;

/** Lets an owner decide whether people may approve what they asked for themselves: for somebody alone in a workspace. */
export function FourEyes({ project, isBare = false, onChanged }: FourEyesProps) {
  const key = keyOf(project.id);
  const settings = useResource(key, () => readGovernanceSettings(project.id));
  const [isAsking, setAsking] = useState(false);
  if (!settings.value) return null;
  const allows = settings.value.allow_self_approval;
  const words = allows ? 'Ask for a second person again' : 'Let people approve for themselves';
  return (
    <>
      {!isBare && (
        <p>
          {allows
            ? 'People of this project may approve what they asked for themselves.'
            : 'Nobody approves what they, or an agent of theirs, asked for: somebody else does.'}
        </p>
      )}
      <div className="row">
        <Button onClick={() => setAsking(true)}>{words}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={`${words}?`}
          action={words}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const next = await changeGovernanceSettings(project.id, { allow_self_approval: !allows });
            change<GovernanceSettings>(key, () => next);
            await onChanged?.();
            toast(next.allow_self_approval ? 'People may approve for themselves now.' : 'It takes a second person from now on.');
          }}
        >
          {allows ? (
            <p>What was approved by whoever asked stops counting at once, unless it was used.</p>
          ) : (
            <p>
              For a person alone in a workspace. Whoever asks, by whatever agent, may then say yes as well, also to what waits now. It is
              kept in the audit, and can be taken back.
            </p>
          )}
        </Confirm>
      )}
    </>
  );
}
