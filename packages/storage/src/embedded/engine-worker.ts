import { fsyncSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { EngineOptions, EngineReply, EngineRequest } from './engine-protocol.ts';

// The thread in which the embedded Postgres runs: it takes batches of wire protocol and gives back the replies.

const errorByte = 'E'.charCodeAt(0);
const { folder, durable } = workerData as EngineOptions;
const port = parentPort as MessagePort;
const say = (reply: EngineReply, transfer: ArrayBuffer[] = []): void => port.postMessage(reply, transfer);

const settings = { wal_sync_method: 'fsync', shared_buffers: '32MB', max_wal_size: '256MB' };

/** The part of the virtual file system that fsync is missing from. */
interface FileSystemInside {
  readonly Module: {
    readonly FS: {
      lookupPath(path: string): { node: { mount: { type: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } } } } };
    };
  };
}

async function open(): Promise<{ db: PGlite; syncs: () => number }> {
  const startParams = [
    ...PGlite.defaultStartParams.filter((param) => !(durable && param === '-F')),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const db = new PGlite({ dataDir: folder, extensions: { vector }, startParams });
  await db.waitReady;
  return { db, syncs: durable ? addFsync(db) : () => 0 };
}

/** NODEFS has no fsync, so that Postgres's own call reports success and does nothing: give it one, and count. */
function addFsync(db: PGlite): () => number {
  let count = 0;
  const { FS } = (db as unknown as FileSystemInside).Module;
  FS.lookupPath('/pglite/data').node.mount.type.stream_ops.fsync = ({ nfd }) => {
    if (typeof nfd === 'number') {
      fsyncSync(nfd);
      count++;
    }
    return 0;
  };
  return () => count;
}

async function run(db: PGlite, request: EngineRequest & { kind: 'run' }): Promise<void> {
  if (request.settings) {
    const output = await db.execProtocolRaw(request.settings, { syncToFs: false });
    if (hasError(output)) {
      say({ id: request.id, kind: 'done', output, settingsFailed: true }, [output.buffer as ArrayBuffer]);
      return;
    }
  }
  const output = await db.execProtocolRaw(request.batch, { syncToFs: false });
  say({ id: request.id, kind: 'done', output, settingsFailed: false }, [output.buffer as ArrayBuffer]);
}

function hasError(output: Uint8Array): boolean {
  const view = new DataView(output.buffer, output.byteOffset, output.length);
  for (let at = 0; at + 5 <= output.length; at += 1 + view.getInt32(at + 1)) {
    if (output[at] === errorByte) return true;
  }
  return false;
}

async function serve(): Promise<void> {
  const { db, syncs } = await open();
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version");
  // A commit that has to reach the disk: without an fsync by now there never will be one.
  if (durable) await db.query("select pg_logical_emit_message(true, 'cairn', 'durability check')");
  port.on('message', (request: EngineRequest) => {
    const work = request.kind === 'run' ? run(db, request) : close(db, request.id);
    work.catch((error: unknown) => say({ id: request.id, kind: 'error', message: error instanceof Error ? error.message : String(error) }));
  });
  say({ kind: 'ready', serverVersion: (rows[0] as { version: string }).version, syncs: syncs() });
}

async function close(db: PGlite, id: number): Promise<void> {
  await db.close();
  say({ id, kind: 'closed' });
  port.close();
}

serve().catch((error: unknown) => {
  say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
});
