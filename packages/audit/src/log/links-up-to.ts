import type { Chain, ChainLink } from '../chain/chain.ts';
import type { AuditChains } from './audit-ports.ts';

/** Links that are read at once: enough that a round trip costs little of it, few enough that they are some megabytes. */
const atOnce = 8000;

/** The links of a chain after a number, or from its beginning, up to another, some thousand at a time if nothing else is said. */
export async function* linksUpTo(
  chains: Pick<AuditChains, 'links'>,
  chain: Chain,
  { upTo, after: from = 0, limit = atOnce }: { readonly upTo: number; readonly after?: number; readonly limit?: number },
): AsyncGenerator<readonly ChainLink[], void, undefined> {
  const linksAfter = (after: number) => chains.links(chain, { after, upTo, limit });
  let reading = linksAfter(from);
  for (;;) {
    const links = await reading;
    const last = links.at(-1);
    if (!last) return;
    // The next ones are read while these are worked on; whoever stops before them does not care what became of that.
    reading = linksAfter(last.seq);
    reading.catch(() => {});
    yield links;
  }
}
