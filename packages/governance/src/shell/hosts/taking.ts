import { hostOfUrl, listed, unknownHost } from './host-of-url.ts';

/** How a network client takes the hosts that it speaks to. */
export interface Taking {
  /** Hosts of an operand, where it stands, and those before it. */
  readonly operand: (text: string, at: number, before: readonly string[]) => readonly string[];
  /** Short options whose value is no host. */
  readonly valued?: string;
  /** Long options, or others of several letters, whose value is no host. */
  readonly longs?: readonly string[];
  /** Options whose value names hosts, with their hyphens. */
  readonly hosts?: readonly string[];
  /** Options that take hosts from elsewhere, such as a file. */
  readonly elsewhere?: readonly string[];
  /** Whether a word such as `host=h dbname=x`, or the value of an option, is a connection. */
  readonly connections?: true;
  /** Hosts that it speaks to besides those that it is told of. */
  readonly besides?: readonly string[];
  /** Short options whose value is no host and only ever stands beside them. */
  readonly beside?: string;
}

/** The hosts of an address; `*` where a pattern stands in it. */
export const address = (text: string): readonly string[] =>
  /[{}]|\[(?![\da-f:.]+\])/i.test(text) ? [unknownHost] : listed(hostOfUrl(text));
