import type { PeerReport } from '../report/report.ts';
import { installPeers } from './install-peers.ts';
import { measurePeer, type PeerResult } from './measure-peer.ts';
import { peers } from './peer.ts';

/** Measures every peer at each concurrency; without the registry it says why not. */
export async function measurePeers(load: { concurrencies: readonly number[]; durationMs: number }): Promise<readonly PeerReport[]> {
  const packages = await installPeers(peers).catch((error: Error) => error);
  if (packages instanceof Error) return peers.map(({ name }) => ({ name, results: 'not installed: npm could not fetch it' }));
  const reports: PeerReport[] = [];
  for (const peer of peers) {
    const results: PeerResult[] = [];
    for (const concurrency of load.concurrencies)
      results.push(await measurePeer(peer, packages, { concurrency, durationMs: load.durationMs }));
    reports.push({ name: `${peer.name} ${peer.version}`, results });
  }
  return reports;
}
