import { useState } from 'react';
import { createAgent, updateAgent } from '../api/agents.ts';
import { asFault, Fault } from '../api/fault.ts';
import type { Agent, AgentDefinition } from '../api/agents.ts';
import type { MemoryScope } from '../api/memories.ts';
import { forgetDrafts, useDraft } from '../data/draft.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface AgentDialogProps {
  readonly projectId: string;
  /** The one to change; absent: a new one. */
  readonly agent: Agent | undefined;
  readonly onDone: (agent: Agent) => void;
  readonly onClose: () => void;
}

/** Writes what an agent is. What it was before stays as a version. */
export function AgentDialog({ projectId, agent, onDone, onClose }: AgentDialogProps) {
  const draft = `${projectId} agent ${agent ? `${agent.id} ${agent.version}` : 'new'}`;
  const [name, setName] = useDraft(`${draft} name`, agent?.name ?? '');
  const [description, setDescription] = useDraft(`${draft} description`, agent?.description ?? '');
  const [instructions, setInstructions] = useDraft(`${draft} instructions`, agent?.instructions ?? '');
  const [model, setModel] = useDraft(`${draft} model`, agent?.model ?? '');
  const [tools, setTools] = useDraft(`${draft} tools`, agent?.tools?.join(', ') ?? '');
  const [scope, setScope] = useState<MemoryScope>(agent?.memory_scope ?? 'agent');
  const once = useOnce();
  const save = useAction(async () => {
    const definition: AgentDefinition = {
      name: name.trim(),
      description: orNull(description),
      instructions: orNull(instructions),
      model: orNull(model),
      tools: toolsIn(tools),
      memory_scope: scope,
    };
    onDone(await (agent ? change(projectId, agent, definition) : createAgent(projectId, definition, once(JSON.stringify(definition)))));
    leave();
  });
  const leave = (): void => {
    forgetDrafts(`${draft} `);
    onClose();
  };
  return (
    <Dialog title={agent ? `Edit ${agent.name}` : 'Define an agent'} size="large" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextField label="Name" required maxLength={256} autoComplete="off" value={name} onChange={setName} />
        <TextField label="What it is for" autoComplete="off" value={description} onChange={setDescription} />
        <TextArea label="Instructions" hint="What it is told before every task." value={instructions} onChange={setInstructions} />
        <TextField
          label="Model"
          hint="Empty: the one that this service is set to."
          autoComplete="off"
          spellCheck={false}
          value={model}
          onChange={setModel}
        />
        <TextField
          label="Tools"
          hint="Names with commas between, such as memory.search, knowledge.search. Empty: any."
          autoComplete="off"
          spellCheck={false}
          value={tools}
          onChange={setTools}
        />
        <SelectField
          label="What its tasks remember is for"
          value={scope}
          choices={[
            { value: 'agent', label: 'Itself' },
            { value: 'system', label: 'Every agent' },
          ]}
          onChange={setScope}
        />
        <Notice fault={save.fault} />
        <div className="dialog-actions">
          <Button onClick={leave}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={save.isBusy} disabled={name.trim() === ''}>
            {agent ? 'Save version' : 'Create agent'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function change(projectId: string, agent: Agent, definition: AgentDefinition): Promise<Agent> {
  try {
    return await updateAgent(projectId, agent, definition);
  } catch (error) {
    if (asFault(error).kind !== 'conflict') throw error;
    throw new Fault('conflict', {
      detail: 'this agent was changed meanwhile. Copy what you wrote, then close this, load the page again and change what it is now',
    });
  }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function toolsIn(text: string): readonly string[] | null {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length === 0 ? null : names;
}
