import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { checkpointAfterSegments } from './engine-settings.ts';
import { Outbox } from './outbox.ts';
import { PgliteEngine } from './pglite-engine.ts';
import { SharedSession } from './shared-session.ts';
import { syncsReachFiles } from './sync-check.ts';
import type { EngineData, FromEngine, ToEngine } from './thread-messages.ts';

// The thread of the embedded Postgres: runs the batches that the main thread sends and answers them.

/** Batches that are run before the commits among them are brought to the disk and answered. */
const mostPerSync = 64;

const port = parentPort as MessagePort;
const data = workerData as EngineData;

/** Moves bytes to the main thread; a part of a larger buffer is copied, for moving it would move the whole. */
function send(message: FromEngine): void {
  if (!('bytes' in message)) {
    port.postMessage(message);
    return;
  }
  const whole = message.bytes.byteLength === message.bytes.buffer.byteLength;
  const bytes = whole ? message.bytes : new Uint8Array(message.bytes);
  port.postMessage({ ...message, bytes }, [bytes.buffer as ArrayBuffer]);
}

/** Ends the thread at once: no later message may be answered by an engine that is broken. */
function fatal(reason: string): never {
  send({ type: 'fatal', reason });
  process.exit(1);
}

function serve(engine: PgliteEngine): void {
  const { files } = engine;
  const outbox = new Outbox(send, () => files.unsettled);
  const session = new SharedSession(engine, {
    gateTimeoutMs: data.gateTimeoutMs,
    reply: (connection, bytes) => outbox.say({ type: 'reply', connection, bytes }),
    notify: ({ channel, bytes }) => outbox.say({ type: 'notification', channel, bytes }),
  });

  const take = (message: ToEngine): void => {
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
        void engine.close().then(() => send({ type: 'closed' }));
    }
  };

  /** Commits that arrive while another waits for the disk go there with it. */
  const settle = (): void => {
    for (let more = 1; outbox.holds && more < mostPerSync; more += 1) {
      const next: { message: ToEngine } | undefined = receiveMessageOnPort(port);
      if (next === undefined) break;
      take(next.message);
    }
    files.settle();
    outbox.release();
  };

  const checkpointWhenDue = (): void => {
    if (files.segments < checkpointAfterSegments || !session.free) return;
    session.runAsOwner('CHECKPOINT');
    files.checkpointed();
  };

  files.postponeCommits();
  port.on('message', (message: ToEngine) => {
    take(message);
    settle();
    checkpointWhenDue();
  });
}

try {
  const engine = await PgliteEngine.open({ ...data, onFatal: fatal });
  const syncs = syncsReachFiles(engine);
  serve(engine);
  send({ type: 'ready', serverVersion: engine.serverVersion, syncs });
} catch (error) {
  send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
