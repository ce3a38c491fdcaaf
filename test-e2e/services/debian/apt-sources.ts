/** Where this machine's own apt gets Debian from. */
export type DebianMirrors = {
  /** URI of the archive, as apt takes it. */
  readonly archive: string;
  /** URI of the security updates, where the machine has one. */
  readonly security: string | undefined;
};

type Entry = { readonly uri: string; readonly suites: readonly string[] };

const RELEASES = ['bullseye', 'bookworm', 'trixie', 'forky', 'oldstable', 'stable', 'testing', 'unstable', 'sid'];

/**
 * Finds the Debian mirrors in the texts of apt's source files, in both of their formats: `deb` lines and deb822 stanzas.
 *
 * @returns undefined when no source names a release of Debian, as on Ubuntu
 */
export function findDebianMirrors(sourceFiles: readonly string[]): DebianMirrors | undefined {
  const entries = sourceFiles.flatMap((text) => [...oneLineEntries(text), ...stanzaEntries(text)]);
  const archive = entries.find(({ suites }) => suites.some((suite) => RELEASES.includes(suite)));
  const security = entries.find(({ suites }) => suites.some((suite) => RELEASES.some((release) => suite === `${release}-security`)));
  return archive && { archive: archive.uri, security: security?.uri };
}

function oneLineEntries(text: string): Entry[] {
  const lines = [...text.matchAll(/^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)/gm)];
  return lines.map(([, uri = '', suite = '']) => ({ uri, suites: [suite] }));
}

function stanzaEntries(text: string): Entry[] {
  return text.split(/\n\s*\n/).flatMap((stanza) => {
    const values = (field: string) =>
      new RegExp(`^${field}:[ \\t]*(.*(?:\\n[ \\t].*)*)`, 'im').exec(stanza)?.[1]?.trim().split(/\s+/) ?? [];
    if (!values('Types').includes('deb') || values('Enabled')[0] === 'no') return [];
    const suites = values('Suites');
    return values('URIs').map((uri) => ({ uri, suites }));
  });
}
