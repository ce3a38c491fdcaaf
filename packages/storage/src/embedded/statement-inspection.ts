import { clientMessage, headerLength } from './wire-messages.ts';

/** What a statement means for a session that several connections share. */
export interface StatementInspection {
  readonly listen: readonly string[];
  /** Channels; `*` stands for all of them. */
  readonly unlisten: readonly string[];
  /** The whole statement is COPY ... FROM STDIN: the server reads on until the data's end. */
  readonly copyIn: boolean;
  /** It may hold a COPY ... FROM STDIN in a place that is not recognised. */
  readonly mentionsStdin: boolean;
  /** It would drop what other connections hold: the words to name in the refusal. */
  readonly refused: string | undefined;
}

const worthALook = /\b(?:stdin|(?:un)?listen|discard|deallocate)\b/i;
const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const channelStatement = /(?:^|;)\s*(un)?listen\s+("(?:[^"]|"")+"|[^\s;"]+)/gi;
const copyFromStdin = /^\s*copy\b[\s\S]*\bfrom\s+stdin\b/i;
const dropsOthers = /(?:^|;)\s*(discard\s+\w+|deallocate\s+(?:prepare\s+)?all\b)/i;

/** Looks at the SQL of a Query or Parse message; undefined for the great majority, which concerns nobody else. */
export function inspectStatement(message: Buffer): StatementInspection | undefined {
  const sql = sqlOf(message);
  if (!worthALook.test(sql)) return undefined;
  const text = Buffer.from(sql, 'latin1').toString('utf8').replace(comments, ' ');
  const channels = [...text.matchAll(channelStatement)].map(([, un, name = '']) => ({ un: un !== undefined, name: foldName(name) }));
  return {
    listen: channels.filter(({ un }) => !un).map(({ name }) => name),
    unlisten: channels.filter(({ un }) => un).map(({ name }) => name),
    copyIn: message[0] === clientMessage.query && copyFromStdin.test(text),
    mentionsStdin: /\bstdin\b/i.test(sql),
    refused: dropsOthers.exec(text)?.[1]?.replace(/\s+/g, ' ').toUpperCase(),
  };
}

/** As latin1: cheap, and enough to look for ASCII words. */
function sqlOf(message: Buffer): string {
  const from = message[0] === clientMessage.query ? headerLength : message.indexOf(0, headerLength) + 1;
  return message.toString('latin1', from, message.indexOf(0, from));
}

/** As the server folds an identifier: quoted as it is, otherwise in lower case, cut to 63 bytes. */
function foldName(name: string): string {
  const folded = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();
  return Buffer.from(folded).subarray(0, 63).toString('utf8');
}
