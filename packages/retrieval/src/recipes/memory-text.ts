/** What is known of a memory when it is indexed. */
export interface MemoryText {
  readonly content: string;
  readonly agentName: string | null;
  /** ISO 8601; when it happened, or when it was saved if that is not known. */
  readonly occurredAt: string;
}

/** What a chat log puts before each turn: `Caroline: …`, `Dr. Ann Lee: …`; at most four words that begin with a capital. */
const label = /^\s*(\p{Lu}[\p{L}\p{M}\p{N}.'’_-]{0,40}(?: \p{Lu}[\p{L}\p{M}\p{N}.'’_-]{0,40}){0,3}): +(?=\S)/u;

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Who says it: the name before a colon at the beginning of the text, else the agent's name, else nobody. */
export function memorySpeaker({ content, agentName }: Pick<MemoryText, 'content' | 'agentName'>): string | null {
  return label.exec(content)?.[1] ?? agentName;
}

/** `8 May 2023` in UTC; empty when it is no date. */
export function spokenDate(occurredAt: string): string {
  const date = new Date(occurredAt);
  return Number.isNaN(date.getTime()) ? '' : `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `Caroline: …`: the text with who says it before it, once. */
export function spokenText(memory: MemoryText): string {
  const { content, agentName } = memory;
  return agentName === null || label.test(content) ? content : `${agentName}: ${content}`;
}
