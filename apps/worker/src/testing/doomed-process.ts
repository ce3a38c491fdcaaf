import { buffer } from 'node:stream/consumers';
import { openProduct } from './product.ts';

// A worker in a process of its own, with one document to read; it says which, and is there to be killed.
const product = await openProduct(JSON.parse(process.argv[2] ?? ''));
product.work();
const id = await product.submit('Killed', await buffer(process.stdin));
await product.until(id, 'parsing');
process.stdout.write(`${JSON.stringify({ id, cast: product.place.cast })}\n`);
