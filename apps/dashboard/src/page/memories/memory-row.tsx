import type { Memory } from '../api/memories.ts';
import { IconButton } from '../ui/button.tsx';
import { Ago } from '../ui/time.tsx';
import { unturned } from '../ui/unturned.ts';

interface MemoryRowProps {
  readonly memory: Memory;
  readonly canWrite: boolean;
  readonly onEdit: () => void;
  readonly onHistory: () => void;
  readonly onDelete: () => void;
}

/** What the first words of a memory are, for those who hear of its buttons. */
const nameOf = ({ content }: Memory): string => unturned(content.length > 40 ? `${content.slice(0, 40)}…` : content);

/** Longer ones are folded. */
const isLong = ({ content }: Memory): boolean => content.length > 600 || content.split('\n').length > 8;

export function MemoryRow({ memory, canWrite, onEdit, onHistory, onDelete }: MemoryRowProps) {
  const { content, agent_name: agent, agent_id: agentId, scope, created_at: created, updated_at: updated } = memory;
  return (
    <li className="entry memory">
      {isLong(memory) ? (
        <details className="folded">
          <summary>
            <span className="content">{unturned(content.slice(0, 400).split('\n').slice(0, 6).join('\n'))}…</span>
            <span className="more">Show all</span>
          </summary>
          <p className="content">{unturned(content)}</p>
        </details>
      ) : (
        <p className="content">{unturned(content)}</p>
      )}
      <p className="facts">
        {(agent ?? agentId) !== null && <span>{unturned(agent ?? agentId ?? '')}</span>}
        {scope === 'system' && <span>For every agent</span>}
        <span>
          <Ago at={created} />
        </span>
        {updated !== created && (
          <span>
            changed <Ago at={updated} />
          </span>
        )}
      </p>
      <div className="actions">
        <IconButton icon="clock" label={`History of ${nameOf(memory)}`} onClick={onHistory} />
        {canWrite && (
          <>
            <IconButton icon="edit" label={`Edit ${nameOf(memory)}`} onClick={onEdit} />
            <IconButton icon="trash" label={`Delete ${nameOf(memory)}`} onClick={onDelete} />
          </>
        )}
      </div>
    </li>
  );
}
