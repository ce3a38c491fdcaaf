// Loaded before a service: it tells what memory it holds, rid of what nobody needs any more, each time that it is asked by its parent.
import { setTimeout as sleep } from 'node:timers/promises';

async function tell() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    // What was found to be dead may hold more, which is let go in a turn of its own.
    await sleep(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send({ held: heapUsed + external });
}

// Processes that a service makes load this too, and have their own words with their parent.
if (process.send !== undefined && /[/\\]apps[/\\]/.test(process.argv[1] ?? '')) {
  process.on('message', (message) => {
    if (message === 'memory') void tell();
  });
  process.channel.unref();
}
