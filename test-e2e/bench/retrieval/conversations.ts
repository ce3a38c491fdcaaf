import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const turn = z.object({ dia_id: z.string(), speaker: z.string(), text: z.string(), blip_caption: z.string().optional() });
const question = z.object({ question: z.string(), evidence: z.array(z.string()).optional(), category: z.number() });
const samples = z.array(z.object({ sample_id: z.string(), conversation: z.record(z.string(), z.unknown()), qa: z.array(question) }));

export interface Turn {
  readonly id: string;
  readonly session: string;
  readonly speaker: string;
  /** What was said, with the caption of a picture that was shown. */
  readonly text: string;
  /** ISO 8601. Turns of a session follow each other by a second. */
  readonly at: string;
}

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly questions: readonly {
    readonly question: string;
    /** Ids of the turns that answer it; at least one. */
    readonly evidence: readonly string[];
    /** 1 several turns, 2 time, 3 open, 4 one turn, 5 adversarial. */
    readonly category: number;
  }[];
}

/** Long conversations of two people over months, with questions and the turns that answer them (snap-research/LoCoMo, CC BY-NC). */
export function readConversations(folder: string): Conversation[] {
  const data = samples.parse(JSON.parse(readFileSync(join(folder, 'locomo-dev', 'locomo-1-5.json'), 'utf8')));
  return data.map(({ conversation, qa }) => {
    const turns = readTurns(conversation);
    const ids = new Set(turns.map(({ id }) => id));
    const questions = qa.map(({ evidence = [], ...asked }) => ({ ...asked, evidence: evidenceIn(evidence, ids) }));
    return { turns, questions: questions.filter(({ evidence }) => evidence.length > 0) };
  });
}

function readTurns(conversation: Readonly<Record<string, unknown>>): Turn[] {
  const sessions = Object.keys(conversation).filter((key) => /^session_\d+$/.test(key));
  return sessions.flatMap((session) => {
    const startedAt = timeOf(z.string().parse(conversation[`${session}_date_time`]));
    return z
      .array(turn)
      .parse(conversation[session])
      .map(({ dia_id, speaker, text, blip_caption }, index) => ({
        id: dia_id,
        session,
        speaker,
        text: blip_caption === undefined ? text : `${text} [shares ${blip_caption}]`,
        at: new Date(startedAt + index * 1000).toISOString(),
      }));
  });
}

/** `1:56 pm on 8 May, 2023`, taken for UTC. */
function timeOf(written: string): number {
  const [, hour, minute, half, day, month, year] = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(written.trim()) ?? [];
  const date = Date.parse(`${day} ${month} ${year} UTC`);
  if (Number.isNaN(date)) throw new Error(`no date: ${written}`);
  return date + ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 3_600_000 + Number(minute) * 60_000;
}

/** Some evidence names several turns in one string, and some a turn that is not there. */
function evidenceIn(evidence: readonly string[], ids: ReadonlySet<string>): string[] {
  return [...new Set(evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? []))].filter((id) => ids.has(id));
}
