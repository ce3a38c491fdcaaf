import type { Actor, CodeSpan, PassageIndex } from '@cairn/core';

/** The codes of one project's passages by one model, as far as they were read. */
interface KeptCodes {
  readonly spans: CodeSpan[];
  passages: number;
  bytes: number;
  /** Generation of the newest. */
  upto: number;
}

/** Keeps codes of passages in memory, so that a search reads only those that are new. */
export interface CodeCache {
  /** The codes as they are now. Some may be of passages that are gone. */
  of(passages: PassageIndex, actor: Actor, modelId: string): Promise<readonly CodeSpan[]>;
}

/** Beside its codes. */
const spanBytes = 200;
/** Codes of gone passages are put up with until there are this many more than live ones. */
const tolerance = { share: 0.25, passages: 1000 };

/**
 * `maxBytes`: what is kept of all projects together; the project asked for longest ago goes first. Of one project that alone is
 * larger the oldest part is kept: the rest of it is found by words.
 */
export function createCodeCache(maxBytes: number): CodeCache {
  const kept = new Map<string, KeptCodes>();
  const loading = new Map<string, Promise<readonly CodeSpan[]>>();

  async function load(passages: PassageIndex, actor: Actor, modelId: string): Promise<readonly CodeSpan[]> {
    const name = nameOf(actor, modelId);
    let codes = kept.get(name) ?? nothingKept();
    for (;;) {
      const page = await passages.codes(actor, modelId, codes.upto);
      const isOutdated = page.newest < codes.upto || tooManyGone(codes.passages + count(page.spans), page.passages);
      if (isOutdated && codes.upto > 0) {
        codes = nothingKept();
        continue;
      }
      if (codes.bytes >= maxBytes) break;
      add(codes, page.spans, page.upto);
      if (!page.more) break;
    }
    keep(name, codes);
    return codes.spans;
  }

  function keep(name: string, codes: KeptCodes): void {
    kept.delete(name);
    kept.set(name, codes);
    let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [oldest, each] of kept) {
      if (bytes <= maxBytes || oldest === name) break;
      kept.delete(oldest);
      bytes -= each.bytes;
    }
  }

  return {
    of(passages, actor, modelId) {
      // Searches that come while the codes are read share the reading: nobody adds to them twice.
      const name = nameOf(actor, modelId);
      const under = loading.get(name);
      if (under) return under;
      const read = load(passages, actor, modelId).finally(() => loading.delete(name));
      loading.set(name, read);
      return read;
    },
  };
}

const nameOf = ({ projectId }: Actor, modelId: string): string => `${projectId} ${modelId}`;

const nothingKept = (): KeptCodes => ({ spans: [], passages: 0, bytes: 0, upto: 0 });

const count = (spans: readonly CodeSpan[]): number => spans.reduce((sum, { passages }) => sum + passages, 0);

const tooManyGone = (known: number, live: number): boolean => known > live * (1 + tolerance.share) + tolerance.passages;

function add(codes: KeptCodes, spans: readonly CodeSpan[], upto: number | undefined): void {
  for (const span of spans) {
    codes.spans.push(span);
    codes.passages += span.passages;
    codes.bytes += span.codes.length + spanBytes;
  }
  codes.upto = upto ?? codes.upto;
}
