/** A tool of a server. */
export interface CalledTool {
  readonly server: string;
  readonly tool: string;
}

/**
 * What an agent's name for a tool of a server may mean, since either part may hold what parts them: `mcp__a__b__c` is `b__c` of `a` or `c`
 * of `a__b`. None of a name that is not such.
 */
export function readingsOfName(name: string): readonly CalledTool[] {
  if (!name.startsWith(prefix)) return [];
  const parts = name.slice(prefix.length);
  const readings: CalledTool[] = [];
  for (let at = parts.indexOf(parting, 1); at > 0 && at + parting.length < parts.length; at = parts.indexOf(parting, at + 1))
    readings.push({ server: parts.slice(0, at), tool: parts.slice(at + parting.length) });
  return readings;
}

const prefix = 'mcp__';
const parting = '__';
