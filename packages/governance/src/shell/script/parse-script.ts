import { parse } from 'unbash';
import type { Script } from 'unbash';
import { shellLimits } from '../limits.ts';
import { Refusal } from '../refusal.ts';

const openings = /\(|`|\$\{/g;

/** The tree of a script. @throws Refusal when it opens more within itself than anybody, and the parser, could follow. */
export function parseScript(text: string): Script {
  if ((text.match(openings)?.length ?? 0) > shellLimits.maxOpenings) throw new Refusal('too_deep');
  try {
    return parse(text);
  } catch (cause) {
    // It goes down by calling itself.
    if (cause instanceof RangeError) throw new Refusal('too_deep');
    throw cause;
  }
}
