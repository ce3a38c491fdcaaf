/** Keys of one purpose of which one seals and all may open: the versions of a key, or keys that take turns. */
export interface KeyRing {
  /** What seals now. */
  newest(): { readonly version: number; readonly key: Uint8Array };
  /** What may open bytes that bear a version; none when it is not known any more. */
  ofVersion(version: number): readonly Uint8Array[];
}

/** What sealed bytes are made with and opened by: one key for good, or a ring. */
export type SealKey = Uint8Array | KeyRing;

/** A version of a key and from when on it seals, in milliseconds on the clock that the ring is given. */
export interface KeyVersion {
  readonly version: number;
  readonly key: Uint8Array;
  readonly from: number;
}

/** The versions of one key: the greatest whose time has come seals. `versions`: at least one, whose time has come. */
export function versionRing(versions: readonly KeyVersion[], now: () => number): KeyRing {
  const newestFirst = versions.toSorted((a, b) => b.version - a.version);
  const byVersion = new Map(versions.map(({ version, key }) => [version, [key]]));
  const oldest = newestFirst.at(-1) as KeyVersion;
  return {
    newest: () => newestFirst.find(({ from }) => from <= now()) ?? oldest,
    ofVersion: (version) => byVersion.get(version) ?? [],
  };
}

/** Keys without versions: the first seals, and each may open. */
export function turnRing(keys: readonly [Uint8Array, ...Uint8Array[]]): KeyRing {
  return { newest: () => ({ version: 1, key: keys[0] }), ofVersion: (version) => (version === 1 ? keys : []) };
}
