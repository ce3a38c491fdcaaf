import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { ServerDescription } from './description.ts';
import { legacyRevisions, modernRevision } from './revisions.ts';
import type { ToolOutcome } from './tool-call.ts';

/** Results as JSON text, made once where they never change. */
export interface LegacyAnswers {
  readonly toolsList: string;
  initialize(revision: string): string;
  toolResult(outcome: ToolOutcome): string;
}

export interface ModernAnswers {
  readonly toolsList: string;
  readonly discover: string;
  toolResult(outcome: ToolOutcome): string;
}

export function legacyAnswers({ tools, capabilities, serverInfo, instructions }: ServerDescription): LegacyAnswers {
  const initialized = new Map(
    legacyRevisions.map((protocolVersion) => [
      protocolVersion as string,
      JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions }),
    ]),
  );
  return {
    toolsList: JSON.stringify({ tools }),
    initialize: (revision) =>
      initialized.get(revision) ?? JSON.stringify({ protocolVersion: revision, capabilities, serverInfo, instructions }),
    toolResult: (outcome) => `{${toolMembers(outcome)}}`,
  };
}

export function modernAnswers({ tools, capabilities, serverInfo, instructions, cacheHint }: ServerDescription): ModernAnswers {
  const complete = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: serverInfo } };
  const tail = JSON.stringify(complete).slice(1);
  return {
    toolsList: JSON.stringify({ tools, ...cacheHint, ...complete }),
    discover: JSON.stringify({ supportedVersions: [modernRevision], capabilities, instructions, ...cacheHint, ...complete }),
    toolResult: (outcome) => `{${toolMembers(outcome)},${tail}`,
  };
}

// structuredContent and its copy as text share one serialisation.
function toolMembers({ text, isError }: ToolOutcome): string {
  const members = `"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}`;
  return isError ? `${members},"isError":true` : members;
}
