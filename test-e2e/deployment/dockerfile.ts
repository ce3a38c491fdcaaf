/** One instruction of a Dockerfile: its name in capitals and the rest of its line. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface BuildStage {
  /** The image or the earlier stage that it begins as. */
  readonly from: string;
  /** Empty for the last one. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** Reads a Dockerfile as far as those of this project go. Comments and empty lines are left out; lines that end in `\` go on. */
export function readDockerfile(text: string): readonly BuildStage[] {
  const stages: { from: string; name: string; instructions: Instruction[] }[] = [];
  for (const line of text.replaceAll(/\\\n\s*/g, '').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [name = '', ...words] = line.split(' ');
    const rest = words.join(' ').trim();
    if (name === 'FROM') {
      const [from = '', , stage = ''] = rest.split(/\s+/);
      stages.push({ from, name: stage, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}
