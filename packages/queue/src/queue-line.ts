import { Queue } from 'bullmq';
import type { IQueueBackend } from 'bullmq';
import { bounded } from './bounded.ts';
import { carrierEnd } from './carrier.ts';
import type { CarrierConnection, QueueCarrier } from './carrier.ts';
import type { FaultLog } from './fault-log.ts';

export type CarriedQueue = Queue<unknown, void, string, unknown, void, string, IQueueBackend, CarrierConnection>;

/** A producer's line to one queue. */
export interface QueueLine {
  /** Puts a question to the queue; rejects when it fails or takes longer than `timeoutMs`, waiting for the carrier included. */
  ask<T>(question: (queue: CarriedQueue) => Promise<T>, timeoutMs: number): Promise<T>;
  close(): Promise<void>;
}

/** Opens the queue with the first question, and opens it anew when it could not get ready. */
export function createQueueLine(carrier: QueueCarrier, name: string, faults: FaultLog): QueueLine {
  let ready: Promise<CarriedQueue> | undefined;
  let opened: CarriedQueue | undefined;
  let closed = false;

  async function open(): Promise<CarriedQueue> {
    if (closed) throw new Error('the job queue is closed');
    const end = carrierEnd(carrier, name, 'producer');
    // Nobody reads the events.
    const queue: CarriedQueue = new Queue(name, { ...end.options, streams: { events: { maxLen: 100 } } }, end.backend);
    opened = queue;
    queue.on('error', (error) => closed || faults.report(error));
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      // BullMQ remembers a failed start for as long as the queue lives.
      ready = undefined;
      await shut(queue);
      throw error;
    }
  }

  return {
    async ask(question, timeoutMs) {
      let late = false;
      const answer = (ready ??= open()).then((queue) => {
        // Questions that wait for a carrier to come back must not all be put to it at that moment.
        if (late) throw new Error('too late');
        return question(queue);
      });
      const result = await bounded(answer, timeoutMs, () => {
        late = true;
        return new Error(`no answer within ${timeoutMs} ms`);
      });
      faults.recovered();
      return result;
    },
    async close() {
      closed = true;
      if (opened !== undefined) await shut(opened);
    },
  };
}

const late = (): Error => new Error('too late');

/** Closes in order, or by force when the carrier is not there to say goodbye to. Never rejects. */
async function shut(queue: CarriedQueue): Promise<void> {
  try {
    await bounded(queue.close(), 1000, late);
  } catch {
    await bounded(queue.disconnect(), 500, late).catch(() => undefined);
  }
}
