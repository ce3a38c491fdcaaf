const words = (
  'the deploy of service staging runs after review when tests pass and owner agrees with release notes about database migration queue worker ' +
  'gateway token project memory customer invoice region latency budget alert rollback feature flag schema index cache replica backup ' +
  'policy approval agent tool answer passage document heading citation key session workspace limit window retry timeout header cookie'
).split(' ');

/** Characters of a memory in all that is measured, ours and the peers'. */
const memoryCharacters = 230;

/** Numbers in [0, 1), the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words of a Zipf-like distribution, as a language's are. */
function sentence(random: () => number, count: number): string {
  const picked = Array.from({ length: count }, () => words[Math.floor(words.length * random() ** 2)]);
  return `${picked.join(' ')}.`;
}

/** A memory that starts with its name. */
export function memoryText(name: string, random: () => number): string {
  return `${name} ${sentence(random, 60)}`.slice(0, memoryCharacters).padEnd(memoryCharacters, '.');
}

/** A document of sections under headings. */
export function documentText(title: string, random: () => number): string {
  const sections = Array.from({ length: 12 }, (_, index) => {
    const paragraphs = Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => sentence(random, 14)).join(' '));
    return `## Section ${index + 1}: ${sentence(random, 4)}\n\n${paragraphs.join('\n\n')}`;
  });
  return `# ${title}\n\n${sections.join('\n\n')}\n`;
}

/** What is asked of the documents. */
export function questions(random: () => number, count: number): readonly string[] {
  return Array.from({ length: count }, () => `How does ${sentence(random, 5).slice(0, -1)} work?`);
}
