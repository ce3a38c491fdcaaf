import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { checkpointAfterSegments } from './engine-settings.ts';
import { PgliteEngine } from './pglite-engine.ts';
import { SharedSession } from './shared-session.ts';
import { syncsReachFiles } from './sync-check.ts';
import type { EngineData, FromEngine, ToEngine } from './thread-messages.ts';

// The thread of the embedded Postgres: runs the batches that the main thread sends and answers them.

const port = parentPort as MessagePort;
const data = workerData as EngineData;

function say(message: FromEngine): void {
  port.postMessage(message);
}

/** Moves the bytes to the main thread; a part of a larger buffer is copied, for moving it would move the whole. */
function sayBytes(message: FromEngine & { readonly bytes: Uint8Array }): void {
  const whole = message.bytes.byteLength === message.bytes.buffer.byteLength;
  const bytes = whole ? message.bytes : new Uint8Array(message.bytes);
  port.postMessage({ ...message, bytes }, [bytes.buffer as ArrayBuffer]);
}

/** Ends the thread at once: no later message may be answered by an engine that is broken. */
function fatal(reason: string): never {
  say({ type: 'fatal', reason });
  process.exit(1);
}

function checkpointWhenDue(engine: PgliteEngine, session: SharedSession): void {
  if (engine.files.segments < checkpointAfterSegments || !session.free) return;
  session.runAsOwner('CHECKPOINT');
  engine.files.checkpointed();
}

function serve(engine: PgliteEngine): void {
  const session = new SharedSession(engine, {
    gateTimeoutMs: data.gateTimeoutMs,
    reply: (connection, bytes) => sayBytes({ type: 'reply', connection, bytes }),
    notify: ({ channel, bytes }) => sayBytes({ type: 'notification', channel, bytes }),
  });
  port.on('message', (message: ToEngine) => {
    switch (message.type) {
      case 'open':
        session.open(message.connection, message.settingsSql);
        break;
      case 'run':
        session.run(message.connection, message);
        break;
      case 'close':
        session.close(message.connection, message.statements);
        break;
      case 'shutdown':
        session.shutDown();
        void engine.close().then(() => say({ type: 'closed' }));
        return;
    }
    checkpointWhenDue(engine, session);
  });
}

try {
  const engine = await PgliteEngine.open({ ...data, onFatal: fatal });
  const syncs = syncsReachFiles(engine);
  serve(engine);
  say({ type: 'ready', serverVersion: engine.serverVersion, syncs });
} catch (error) {
  say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
