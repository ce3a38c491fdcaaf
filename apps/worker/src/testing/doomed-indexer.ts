import { setTimeout as sleep } from 'node:timers/promises';
import { openProduct } from './product.ts';

// A worker in a process of its own with many memories to index; it says so in the middle of them, and is there to be killed.
const product = await openProduct(JSON.parse(process.argv[2] ?? ''));
const { cast } = product.place;
const { memories, memoryIndex } = product.repositories.stores;
const count = 700;
await Promise.all(
  Array.from({ length: count }, (_, i) => memories.save(cast.a, { content: `memory ${i} of many`, sessionId: `s${i % 7}` })),
);
product.work();
for (let indexed = 0; indexed === 0; await sleep(1)) {
  indexed = (await memoryIndex.lookup(cast.a, [], { filter: {}, unindexed: 0 })).size.memories;
}
process.stdout.write(`${JSON.stringify({ count, cast })}\n`);
