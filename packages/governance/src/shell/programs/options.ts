/** The options of a program that change nothing but what it shows. */
export interface OptionTable {
  /** Short options without a value. */
  readonly flags?: string;
  /** Short options with a value: beside it or after it. */
  readonly valued?: string;
  /** Those of `valued` and `longs` whose value is a file that is read, by letter or name. */
  readonly files?: readonly string[];
  /** Long options by name: whether they take no value, one, or one only after `=`. */
  readonly longs?: Readonly<Record<string, 'none' | 'value' | 'optional'>>;
  /** Long options that do more than show; named so that a shortened option is not taken for another. */
  readonly others?: readonly string[];
  /** Whether long options may be shortened. Default: yes. */
  readonly exact?: boolean;
  /** Whether `-5` is a number. Default: no. */
  readonly numbers?: boolean;
}

export interface OptionsRead {
  readonly operands: readonly string[];
  readonly options: ReadonlySet<string>;
  /** Values of options that are files. */
  readonly files: readonly string[];
  /** Options that the table does not have, as far as they were read. */
  readonly unknown: readonly string[];
}

/** Reads literal arguments the way getopt does: clusters split, long options by unique prefix, `--` ends options, operands anywhere. */
export function readOptions(args: readonly string[], table: OptionTable): OptionsRead {
  const read = { operands: [] as string[], options: new Set<string>(), files: [] as string[], unknown: [] as string[] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      read.operands.push(...args.slice(at + 1));
      break;
    }
    if (arg.startsWith('--')) at += readLong(arg, args[at + 1], { table, read });
    else if (arg.startsWith('-') && arg !== '-') at += readCluster(arg, args[at + 1], { table, read });
    else read.operands.push(arg);
  }
  return read;
}

interface Reading {
  readonly table: OptionTable;
  readonly read: { readonly options: Set<string>; readonly files: string[]; readonly unknown: string[] };
}

/** Answers how many further arguments it took. */
function readLong(arg: string, next: string | undefined, { table, read }: Reading): number {
  const [given = '', ...rest] = arg.slice(2).split('=');
  const value = rest.length === 0 ? undefined : rest.join('=');
  const name = longName(given, table);
  const takes = name === undefined ? undefined : table.longs?.[name];
  if (name === undefined || takes === undefined || (takes === 'none' && value !== undefined)) {
    read.unknown.push(arg);
    return 0;
  }
  read.options.add(name);
  if (takes !== 'value' || value !== undefined) {
    if (value !== undefined && table.files?.includes(name)) read.files.push(value);
    return 0;
  }
  if (next === undefined) read.unknown.push(arg);
  else if (table.files?.includes(name)) read.files.push(next);
  return 1;
}

function longName(given: string, { longs = {}, others = [], exact = false }: OptionTable): string | undefined {
  if (Object.hasOwn(longs, given)) return given;
  if (exact || given === '') return undefined;
  const matching = [...Object.keys(longs), ...others].filter((name) => name.startsWith(given));
  return matching.length === 1 ? matching[0] : undefined;
}

function readCluster(arg: string, next: string | undefined, { table, read }: Reading): number {
  if (table.numbers && /^-\d+$/.test(arg)) return 0;
  for (let at = 1; at < arg.length; at++) {
    const letter = arg[at] ?? '';
    if (table.flags?.includes(letter)) {
      read.options.add(letter);
      continue;
    }
    if (!table.valued?.includes(letter)) {
      read.unknown.push(`-${letter}`);
      return 0;
    }
    read.options.add(letter);
    const beside = arg.slice(at + 1);
    const value = beside === '' ? next : beside;
    if (value === undefined) read.unknown.push(`-${letter}`);
    else if (table.files?.includes(letter)) read.files.push(value);
    return beside === '' ? 1 : 0;
  }
  return 0;
}
