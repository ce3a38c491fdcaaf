import { words } from '../shell/words.ts';

/** Events of Claude Code and Codex at which no tool is about to run, or that say no more than that the person is asked. */
const ofSessions = new Set(
  words(`
    SessionStart SessionEnd Setup UserPromptSubmit UserPromptExpansion Stop StopFailure SubagentStart SubagentStop Notification PreCompact
    PostCompact PermissionRequest PermissionDenied PostToolBatch TeammateIdle TaskCreated TaskCompleted ConfigChange CwdChanged
    FileChanged InstructionsLoaded WorktreeCreate WorktreeRemove Elicitation ElicitationResult MessageDisplay
  `),
);

/** The same of Cursor. */
const ofCursor = new Set(
  words(`
    sessionStart sessionEnd beforeSubmitPrompt stop subagentStop preCompact afterFileEdit afterTabFileEdit afterAgentResponse
    afterAgentThought workspaceOpen
  `),
);

/** Whether an event needs no answer. One that nobody knows may be about a tool, so it is none of these. */
export const isNotice = (client: string, event: string): boolean => (client === 'cursor' ? ofCursor : ofSessions).has(event);

/** Why one that is not known is refused. */
export const unknownEvent = (event: string): string => `the event ${JSON.stringify(event)} is not one that is known`;
